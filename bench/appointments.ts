import pg from 'pg'
import { freeTimesJob } from './appointments/free-times-job.ts'
import { scheduleStatements } from './appointments/schedules.ts'
import { jobs } from './rows/jobs.ts'
import { runJobs } from './rows.ts'

/**
 * `npm run bench -- appointments`: the list of a day through the data API, and 14 days of free times of five providers through
 * the action `free-times`, against the thin server, which sends the same statements and calls the same function.
 */
export function run(args: string[]): Promise<void> {
  const sizes = args.includes('--sizes') ? args : [...args, '--sizes', '10,1000']
  const ofDay = jobs.filter(({ name }) => name === 'appointments of a day')
  return runJobs(sizes, [...ofDay, freeTimesJob], addSchedules)
}

async function addSchedules(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // a kept folder has them
    const { rowCount } = await client.query('select from public.providers limit 1')
    if (!rowCount) for (const statement of scheduleStatements) await client.query(statement)
  } finally {
    await client.end()
  }
}
