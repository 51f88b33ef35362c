import { post } from '../../call.ts'
import type { World } from '../../world.ts'

export async function anonymousPerson(world: World): Promise<{ id: string }> {
  const { body } = await world.send(post('/signup', {}))
  return body.user
}

/** @returns the access token */
export async function anonymousUser(world: World): Promise<string> {
  const { body } = await world.send(post('/signup', {}))
  return body.access_token
}
