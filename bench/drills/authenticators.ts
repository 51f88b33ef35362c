import { setTimeout as wait } from 'node:timers/promises'
import type { MailStub } from './faults/mail-stub.ts'

/**
 * Each adds an authenticator app, whose secret is stored encrypted.
 *
 * @param mails receives the server's mails
 */
export async function addAuthenticators(port: number, mails: MailStub, count: number): Promise<void> {
  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/auth/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { access_token?: string }
  }
  const emails = Array.from({ length: count }, (_, number) => `two-factor-${number}@drill.test`)
  for (const email of emails) await post('/signup', { email, password: 'a long password of a drill' })
  for (const email of emails) {
    const { access_token } = await post('/verify', {
      type: 'signup',
      token_hash: await linkOf(mails, email),
    })
    await post('/factors', { factor_type: 'totp', friendly_name: 'drill' }, access_token)
  }
}

export async function linkOf(mails: MailStub, email: string): Promise<string> {
  const until = performance.now() + 30_000
  while (performance.now() < until) {
    const mail = mails.taken.find(({ to }) => to === email)
    // Quoted-printable breaks lines with `=`, and writes `=` as `=3D`.
    const found = mail && /token_hash=([\w-]+)/.exec(mail.text.replace(/=\r?\n/g, '').replaceAll('=3D', '='))
    if (found?.[1]) return found[1]
    await wait(100)
  }
  throw new Error(`no mail with a link came for ${email}`)
}
