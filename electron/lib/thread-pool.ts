/**
 * Threads for reading files, sorting and hashing beside the event loop: a service that makes several row files and answers
 * pages needs more than the four that are usual. The desktop's backend has as many. The pool is made when it is first
 * used, so this is the first module of the command line; on Windows, where the size is read as the program starts, the
 * installed command sets it.
 */
if (!process.env.UV_THREADPOOL_SIZE) process.env.UV_THREADPOOL_SIZE = '16';
