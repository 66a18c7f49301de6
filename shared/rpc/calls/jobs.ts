import { Type } from 'typebox';
import { orNull } from '../../schema-parts.ts';
import { BadValue } from '../backend-failure.ts';
import { call, done, nothing } from '../call.ts';
import { BackupContents, Job, JobRequest, LastBackup, PinnedDataset, PublishRequest, Replacement } from '../jobs.ts';
import { FileOptions, FilePreview, FileSurvey } from '../source-file.ts';

const ofJob = Type.Object({ job: Type.String() });
const file = Type.Object({ path: Type.String({ minLength: 1 }), options: FileOptions });

/** The calls about files and long work. */
export const jobCalls = {
  /** Adds a job to the queue. Every change to any job is announced by `jobs-changed`. */
  startJob: call(Type.Object({ request: JobRequest }), Job),
  /** All jobs: running and queued ones first, then the newest. */
  listJobs: call(nothing, Type.Array(Job)),
  /** Cancels a job and removes what it has created so far. Not an error if it has ended. */
  cancelJob: call(ofJob, Job),
  /** Pauses a job, which yields its worker to the next one. A job that is not resumable restarts from the beginning afterwards. */
  pauseJob: call(ofJob, Job),
  /** Puts a paused job back into the queue. */
  resumeJob: call(ofJob, Job),
  /** Queues a failed, cancelled or interrupted job again. */
  retryJob: call(ofJob, Job),
  /** Removes the named job, or all finished ones; their files stay. */
  clearJobs: call(Type.Object({ job: Type.Optional(Type.String()) }), done),
  listBadValues: call(ofJob, Type.Array(BadValue)),
  /**
   * The data files that the given files and folders denote, as absolute paths without duplicates; those of a folder
   * sorted by name.
   */
  listDataFiles: call(
    Type.Object({ paths: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }) }),
    Type.Array(Type.String()),
  ),
  /** The data files in a ZIP archive by their paths within it, sorted by name; none for any other file. */
  listArchiveFiles: call(Type.Object({ path: Type.String({ minLength: 1 }) }), Type.Array(Type.String())),
  /** The first records of a file and how it would be read; within a second whatever its size. */
  previewFile: call(file, FilePreview),
  /**
   * What the whole file reveals about its columns. The first call starts reading it in the background and returns the
   * progress, which `survey-changed` announces. A call for another file or other options cancels the previous one.
   */
  surveyFile: call(file, FileSurvey),
  /**
   * Reads a file as publishing would, and compares it with the newest version of the dataset. Null if there is none, or
   * if the rows are appended.
   */
  reviewPublish: call(Type.Object({ request: PublishRequest }), orNull(Replacement)),
  /** The last backup; null if the local store was never backed up. */
  readLastBackup: call(nothing, orNull(LastBackup)),
  /** What a backup contains: a folder or a file. Fails with `backup` if there is none, or it cannot be restored. */
  readBackup: call(Type.Object({ source: Type.String({ minLength: 1 }) }), BackupContents),
  /** Local copies of remote versions, and whether there are newer ones. */
  listPinned: call(nothing, Type.Array(PinnedDataset)),
} as const;
