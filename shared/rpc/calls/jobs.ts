import { Type } from 'typebox';
import { BadValueRecord } from '../bad-value.ts';
import { BackupContents, Job, JobRequest, LastBackup, PinnedDataset } from '../jobs.ts';
import { orNull } from '../one-of.ts';
import { FileOptions, FilePreview, FileSurvey } from '../source-file.ts';

const nothing = Type.Object({});
const ofJob = Type.Object({ job: Type.String() });
const file = Type.Object({ path: Type.String({ minLength: 1 }), options: FileOptions });

/** The calls of `backend.ts` that are about files and long work. */
export const jobCalls = {
  /** Puts a job at the end of the queue. Every change to any job is announced by `jobs-changed`. */
  startJob: { parameters: Type.Object({ request: JobRequest }), result: Job },
  /** Running and waiting ones first, then the newest. */
  listJobs: { parameters: nothing, result: Type.Array(Job) },
  /** Ends it and removes what it has made so far. No error where it has ended already. */
  cancelJob: { parameters: ofJob, result: Job },
  /** Gives its worker to the next job. A job that is not resumable starts again from the beginning afterwards. */
  pauseJob: { parameters: ofJob, result: Job },
  /** Puts a paused job back into the queue. */
  resumeJob: { parameters: ofJob, result: Job },
  /** Puts a failed, cancelled or cut-off job into the queue once more. */
  retryJob: { parameters: ofJob, result: Job },
  /** Removes the named job, or all finished ones; their files stay. */
  clearJobs: { parameters: Type.Object({ job: Type.Optional(Type.String()) }), result: nothing },
  /** The first thousand bad values of a job. */
  listBadValues: { parameters: ofJob, result: Type.Array(BadValueRecord) },
  /** Writes them as CSV to a new file of the user's. */
  saveBadValues: {
    parameters: Type.Object({ job: Type.String(), target: Type.String({ minLength: 1 }) }),
    result: nothing,
  },
  /** The data files that are meant by files and folders, absolute and each once; those of a folder in the order of their names. */
  listDataFiles: {
    parameters: Type.Object({ paths: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }) }),
    result: Type.Array(Type.String()),
  },
  /** The data files in a ZIP archive by their paths within it, in the order of their names; none of another file. */
  listArchiveFiles: {
    parameters: Type.Object({ path: Type.String({ minLength: 1 }) }),
    result: Type.Array(Type.String()),
  },
  /** The first records of a file and how it would be read; within a second whatever its size. */
  previewFile: { parameters: file, result: FilePreview },
  /**
   * What the whole file says of its columns. Starts reading it in the background when it is first asked, and gives how
   * far that is; `survey-changed` announces progress. Asking for another file or other options ends the one before.
   */
  surveyFile: { parameters: file, result: FileSurvey },
  /** Null where the store of this computer was never backed up. */
  readLastBackup: { parameters: nothing, result: orNull(LastBackup) },
  /** What is in a backup: a folder, or a file. Fails with `backup` where there is none, or it cannot be restored. */
  readBackup: { parameters: Type.Object({ source: Type.String({ minLength: 1 }) }), result: BackupContents },
  /** Local copies of remote versions, with word of newer ones. */
  listPinned: { parameters: nothing, result: Type.Array(PinnedDataset) },
} as const;
