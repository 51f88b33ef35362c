import { get, post } from '../call.ts'
import { aCase, type Family } from '../case.ts'
import { check, expectAudit } from '../checks.ts'
import type { SignedIn, World } from '../world.ts'

/** POST /logout (docs/contracts/auth.md 4). */

const refresh = (token: string) => post('/token?grant_type=refresh_token', { refresh_token: token })

async function twoDevices(world: World): Promise<{ here: SignedIn; there: SignedIn }> {
  const person = await world.createUser()
  return { here: await world.signIn(person), there: await world.signIn(person) }
}

export const logout: Family = {
  name: 'logout',
  cases: [
    aCase({
      name: 'an unknown scope',
      arrange: (world) => world.createSignedInUser(),
      request: (person) => post('/logout?scope=everywhere', undefined, { token: person.accessToken }),
      expect: { status: 400, code: 'validation_failed' },
      bothShapes: true,
    }),
    ...(
      [
        ['', false, false],
        ['?scope=global', false, false],
        ['?scope=local', false, true],
        ['?scope=others', true, false],
      ] as const
    ).map(([scope, hereLives, thereLives]) =>
      aCase({
        name: `scope "${scope.slice(7)}"`,
        arrange: twoDevices,
        request: ({ here }) => post(`/logout${scope}`, undefined, { token: here.accessToken }),
        expect: { status: 204, body: null },
        async after(_answer, { here, there }, world) {
          for (const [device, lives] of [
            [here, hereLives],
            [there, thereLives],
          ] as const) {
            check(
              (await world.send(get('/user', { token: device.accessToken }))).status === (lives ? 200 : 403),
              'access tokens',
            )
            check(
              (await world.send(refresh(device.refreshToken))).status === (lives ? 200 : 400),
              'refresh tokens',
            )
          }
          await expectAudit(world, here.id, ['logout'])
        },
      }),
    ),
  ],
}
