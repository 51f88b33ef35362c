import { channel } from 'node:diagnostics_channel'

export interface JobRun {
  /** Without its data. */
  job: string
  ms: number
  isFailed: boolean
}

export const jobRuns = channel('carefold.jobs.run')
