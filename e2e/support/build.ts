import { buildWebIfStale } from '../../scripts/build-web.ts'

/** Before all journeys: the servers of the workers find the web app built, instead of building it side by side. */
export default async function build(): Promise<void> {
  await buildWebIfStale()
}
