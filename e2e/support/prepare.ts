import { seedServer } from './server.ts'

/** Runs before all journeys: builds the web app and creates the demo clinics, once for all workers. */
export default async function prepare(): Promise<void> {
  await seedServer()
}
