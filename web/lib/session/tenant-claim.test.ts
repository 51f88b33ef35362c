import { expect, test } from 'vitest'
import { setTenantClaim } from './tenant-claim.ts'

/** A server that refuses `refusals` times, and the delays between attempts. */
function aServer(refusals: number) {
  const calls: unknown[] = []
  const waitsMs: number[] = []
  return {
    calls,
    waitsMs,
    call: async (name: string, body: object) => {
      calls.push([name, body])
      if (calls.length <= refusals) throw new Error('not now')
    },
    wait: async (delayMs: number) => {
      waitsMs.push(delayMs)
    },
  }
}

test('calls once when the server succeeds', async () => {
  const server = aServer(0)
  expect(await setTenantClaim('clinic-1', server.call, server.wait)).toBe(true)
  expect(server.calls).toEqual([['set-tenant-claim', { clinicId: 'clinic-1' }]])
})

// spec: A7 set-tenant-claim is tried three times, 750 ms times the attempt apart
// spec: A9 The tenant claim is tried three times, 750 ms times the attempt apart
test('calls up to three times, 750 ms and 1500 ms apart', async () => {
  const late = aServer(2)
  expect(await setTenantClaim('clinic-1', late.call, late.wait)).toBe(true)
  expect(late.waitsMs).toEqual([750, 1_500])
  const never = aServer(9)
  expect(await setTenantClaim('clinic-1', never.call, never.wait)).toBe(false)
  expect(never.calls).toHaveLength(3)
})
