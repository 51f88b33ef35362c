import { seedServer } from './server.ts'

/** Before all journeys: a server builds the web app and plays the demo clinics' story, once for all workers. */
export default async function prepare(): Promise<void> {
  await seedServer()
}
