import type { UserProfile } from '#domain/memberships/person-name.ts'
import { callFunction, rest } from '../fetch/api.ts'

// the server's limit per call
const profilesPerRead = 100

/** Names and addresses from the action; falls back to the database function if that fails or returns nothing. */
export async function readProfiles(userIds: string[]): Promise<UserProfile[]> {
  const reads: Promise<UserProfile[]>[] = []
  for (let start = 0; start < userIds.length; start += profilesPerRead) {
    reads.push(readSomeProfiles(userIds.slice(start, start + profilesPerRead)))
  }
  return (await Promise.all(reads)).flat()
}

async function readSomeProfiles(userIds: string[]): Promise<UserProfile[]> {
  const profiles = await callFunction('get-user-profiles', { userIds }).catch(() => [])
  if (profiles.length > 0) return profiles
  const { data, error } = await rest.rpc('get_users_by_ids', { user_ids: userIds })
  if (error) throw error
  return data
}
