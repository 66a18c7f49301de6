/**
 * Threads for reading files, sorting and hashing: a service that builds several row files while it serves pages needs
 * more than the default of four. The desktop's backend has as many. The pool is created on first use, so this is the
 * first module of the command line. On Windows, where the size is read when the program starts, the installed command
 * sets it.
 */
if (!process.env.UV_THREADPOOL_SIZE) process.env.UV_THREADPOOL_SIZE = '16';
