import { put } from '../../call.ts'
import type { AnyCase } from '../../case.ts'
import type { World } from '../../world.ts'

export function userChange(
  name: string,
  body: unknown,
  expect: AnyCase['expect'],
  more: Partial<AnyCase> = {},
): AnyCase {
  return {
    name: `PUT: ${name}`,
    arrange: (world: World) => world.createSignedInUser(),
    request: (state: { accessToken: string }) => put('/user', body, { token: state.accessToken }),
    expect,
    ...more,
  }
}
