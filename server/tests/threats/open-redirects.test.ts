// Every input with a redirect target x every hostile address (docs/threats.md T8).
import { describe, expect, it } from 'vitest'
import { mailsTo } from '#testing/database/stored-mails.ts'
import { hostileRedirects } from '#testing/hostile/hostile-redirects.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import { aClinic, aSignedInPerson, aStaffMember } from '#testing/sign-in/people.ts'
import { setUpServer } from './test-server.ts'

const test = await setUpServer()
const clinic = await aClinic(test.db)
const person = await aSignedInPerson(test.db)

async function mailedTarget(address: string): Promise<string | null> {
  const [mail] = await mailsTo(test.db, address)
  const link = new URL(mail?.links[0] ?? '')
  expect(link.pathname).toBe('/auth/confirm')
  expect(isOurs(link.href)).toBe(true)
  return link.searchParams.get('redirect_to')
}

async function recover(path: string, headers: Record<string, string> = {}): Promise<string | null> {
  const { status } = await test.ask(path, { method: 'POST', body: { email: person.email }, headers })
  expect(status).toBe(200)
  return mailedTarget(person.email)
}

function asHeader(text: string): string {
  return /^[\x21-\x7e]*$/.test(text) ? text : encodeURI(text.toWellFormed())
}

const sinks: [string, (wanted: string) => Promise<string | null>][] = [
  [
    'redirect_to of a recovery',
    (wanted) => recover(`/auth/v1/recover?redirect_to=${encodeURIComponent(wanted)}`),
  ],
  [
    'the header redirect_to of a recovery',
    (wanted) => recover('/auth/v1/recover', { redirect_to: asHeader(wanted) }),
  ],
  ['the Referer of a recovery', (wanted) => recover('/auth/v1/recover', { referer: asHeader(wanted) })],
  [
    'redirect_to of a used-up link',
    async (wanted) => {
      const path = `/auth/v1/verify?type=recovery&token=used&redirect_to=${encodeURIComponent(wanted)}`
      const { status, headers } = await test.ask(path)
      expect([302, 303]).toContain(status)
      return headers.get('location')
    },
  ],
  [
    'redirectUrl of an invitation',
    async (redirectUrl) => {
      const email = aGuestAddress()
      const staff = await aStaffMember(test.db, clinic)
      const { status } = await test.ask('/functions/v1/invite-patient', {
        method: 'POST',
        body: { clinicId: clinic.id, email, role: 'patient', redirectUrl },
        token: await test.tokenOf(staff),
        clinic,
      })
      if (redirectUrl.includes('\u0000')) {
        expect(status).toBe(400)
        return null
      }
      expect(status).toBe(200)
      return mailedTarget(email)
    },
  ],
]

/** A page of the main site, of the clinic, or of localhost, which development serves. */
function isOurs(target: string): boolean {
  const url = new URL(target)
  const { host } = new URL(test.services.config.mainOrigin)
  const hosts = [host, `${clinic.subdomain}.${host}`, 'localhost:3000', '127.0.0.1:3000']
  const path = decodeURIComponent(url.pathname)
  return (
    url.protocol === 'http:' &&
    hosts.includes(url.host) &&
    target.startsWith(url.origin) &&
    !url.username &&
    !/^\/[/\\]/.test(path) &&
    ![...url.searchParams.values()].some((value) => value.includes('evil'))
  )
}

describe.each(sinks)('%s', (_sink, ask) => {
  it.each(hostileRedirects)('never redirects to %j', async (wanted) => {
    const target = await ask(wanted)
    if (target !== null) expect(isOurs(target), target).toBe(true)
  })

  it('still redirects to a page of ours', async () => {
    const wanted = `http://${clinic.subdomain}.carefold.localhost:3000/auth/callback/invite`
    expect((await ask(wanted))?.startsWith(wanted)).toBe(true)
  })
})

it('there are at least 60 of them', () => {
  expect(new Set(hostileRedirects).size).toBeGreaterThanOrEqual(60)
})
