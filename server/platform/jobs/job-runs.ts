import { channel } from 'node:diagnostics_channel'

/** One attempt at a job, over. */
export interface JobRun {
  /** The kind of job, never what it was given. */
  job: string
  ms: number
  isFailed: boolean
}

/** Announces every attempt at a job of this process. */
export const jobRuns = channel('carefold.jobs.run')
