import { channel } from 'node:diagnostics_channel'

/** A finished attempt at a job. */
export interface JobRun {
  /** The kind of job, without its data. */
  job: string
  ms: number
  isFailed: boolean
}

/** Announces every attempt at a job of this process. */
export const jobRuns = channel('carefold.jobs.run')
