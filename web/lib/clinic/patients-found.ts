import { callFunction } from '../fetch/api.ts'

/** Most patients whose visits or messages a search of a list shows. */
const mostListed = 200

/** Ids of the patients that a list's search finds. The server records the read. */
export async function patientIdsFound(text: string): Promise<string[]> {
  const { patients } = await callFunction('find-patients', { text, most: mostListed })
  return patients.map(({ id }) => id)
}
