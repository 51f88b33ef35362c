import { type Call, put } from '../../call.ts'
import type { AnyCase, Expected } from '../../case.ts'
import type { SignedIn, World } from '../../world.ts'

/** An admin's call about a newly signed-in user, unless `arrange` creates another. */
export function adminCase<User extends SignedIn = SignedIn>(
  name: string,
  call: Call | ((user: User, world: World) => Call),
  expect: Expected,
  more: Partial<AnyCase> = {},
): AnyCase {
  return {
    name,
    arrange: (world: World) => world.createSignedInUser(),
    request: async (user: User, world: World) => ({
      ...(typeof call === 'function' ? call(user, world) : call),
      token: await world.adminToken(),
    }),
    expect,
    ...more,
  }
}

export async function ban(world: World, { id }: { id: string }): Promise<void> {
  const token = await world.adminToken()
  await world.send(put(`/admin/users/${id}`, { ban_duration: '1h' }, { token }))
}

export const updateUser =
  (body: unknown) =>
  ({ id }: { id: string }): Call =>
    put(`/admin/users/${id}`, body)
