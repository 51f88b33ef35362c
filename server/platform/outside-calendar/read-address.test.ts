import { expect, it } from 'vitest'
import { openOutsideCalendars } from './outside-calendars.ts'
import { readHttpsAddress } from './read-address.ts'

const none = { etag: null, modified: null }
const read = (address: string) => readHttpsAddress(new URL(address), none)

// Refused before a connection is opened: nothing listens there in a test.
it.each([
  'https://127.0.0.1/a.ics',
  'https://localhost/a.ics',
  'https://10.0.0.8/a.ics',
  'https://169.254.169.254/latest/meta-data',
  'https://192.168.1.1/a.ics',
  'https://[::1]/a.ics',
  'https://[fd00::1]/a.ics',
  'https://0.0.0.0/a.ics',
  'https://2130706433/a.ics',
])('refuses the private address %s', async (address) => {
  const refused = await read(address).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    reason: 'unreachable',
    cause: { message: expect.stringMatching(/not allowed/) },
  })
})

it('refuses HTTP', async () => {
  await expect(read('http://calendar.example.com/a.ics')).rejects.toMatchObject({ reason: 'refused' })
})

it('refuses its own origin outside development', async () => {
  const config = {
    environment: 'production',
    mainOrigin: 'http://127.0.0.1:1',
    encryptionKey: null,
    dataDir: '',
  }
  const { read: readAddress } = openOutsideCalendars(
    { ...config, encryptionKey: Buffer.alloc(32, 1).toString('base64') } as never,
    {},
  )
  await expect(readAddress(new URL('http://127.0.0.1:1/sandbox/calendar.ics'), none)).rejects.toMatchObject({
    reason: 'refused',
  })
})
