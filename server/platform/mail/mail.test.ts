import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { receiptAttachment } from '#server/features/receipts/queries.ts'
import { planter } from '#server/tests/threats/actors/planted.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'
import { noClinic } from '../database/clinic-of.ts'
import { createMailer, type MailTransport, sendMail, smtpTransport } from './mail.ts'

type Mood = 'takes it' | 'is busy' | 'refuses it' | 'hangs up after the data'

let test: TestServices
let mood: Mood = 'takes it'
const received: Email[] = []
let connections = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onConnect(_session, answer) {
    connections += 1
    answer()
  },
  async onData(stream, _session, answer) {
    const raw: Buffer[] = []
    for await (const chunk of stream) raw.push(chunk as Buffer)
    if (mood === 'is busy') return answer(Object.assign(new Error('try later'), { responseCode: 451 }))
    if (mood === 'refuses it')
      return answer(
        Object.assign(new Error('5.1.1 <dana@example.test>: no such person as Dana'), { responseCode: 550 }),
      )
    received.push(await PostalMime.parse(Buffer.concat(raw)))
    if (mood === 'hangs up after the data') return hangUp()
    answer()
  },
})
server.on('error', () => {})
const hangUp = () => {
  for (const connection of server.connections) connection.close()
}
const open = (url: string) => smtpTransport(url, 'Carefold <hello@carefold.example>')
let transport: MailTransport
beforeAll(async () => {
  test = await openTestServices()
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  transport = open(`smtp://127.0.0.1:${port}`)
})
afterAll(async () => {
  transport.close()
  await new Promise<void>((resolve) => server.close(resolve))
  await test.close()
})
afterEach(() => {
  received.length = 0
  mood = 'takes it'
})

const textOf = (content: string | ArrayBuffer | Uint8Array) =>
  typeof content === 'string'
    ? content
    : Buffer.from(content as ArrayBuffer)
        .toString()
        .replaceAll(/\r?\n/g, '\r\n')

const mail = {
  template: 'confirm-sign-up',
  to: 'Dana@Example.test',
  subject: 'Confirm your email — Sunrise',
  text: 'Open https://carefold.example/auth/confirm#x to confirm.',
  html: '<p>Open <a href="https://carefold.example/auth/confirm#x">this page</a>.</p>',
  links: ['https://carefold.example/auth/confirm#x'],
}

async function queue(changes: { replyTo?: string | null; unsubscribeUrl?: string } = {}): Promise<string> {
  const before = await mailIds()
  await test.services.transactions.withSystem('test', (tx) =>
    test.services.mailer.queue(tx, { ...mail, ...changes }),
  )
  const [id] = (await mailIds()).filter((each) => !before.includes(each))
  return id ?? ''
}

async function mailIds(): Promise<string[]> {
  return (await test.db.asOwner<{ id: string }>('select id from app.mails')).map(({ id }) => id)
}

const job = (through = transport) =>
  sendMail({
    transactions: test.services.transactions,
    clock: test.clock,
    transport: through,
    attachReceipt: (receipt) => receiptAttachment(test.services.transactions, receipt),
  })

async function rowOf(mailId: string) {
  const [row] = await test.db.asOwner(
    'select status, attempts, text_body, html_body, links, last_error from app.mails where id = $1',
    [mailId],
  )
  return row
}

describe('a mail over SMTP', () => {
  it('arrives as text and HTML, from the installation’s address, with its own Message-ID', async () => {
    const mailId = await queue()
    expect(await job().run({ clinicId: noClinic, mailId })).toEqual({ sent: true })
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      from: { name: 'Carefold', address: 'hello@carefold.example' },
      to: [{ address: 'dana@example.test' }],
      subject: mail.subject,
      messageId: `<${mailId}@carefold.localhost>`,
    })
    expect(received[0]?.text?.trim()).toBe(mail.text)
    expect(received[0]?.html?.trim()).toBe(mail.html)
  })

  it('is marked as automatic, so that no vacation notice answers it', async () => {
    await job().run({ clinicId: noClinic, mailId: await queue() })
    expect(received[0]?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
  })

  it('can be ended by a mail program, only if it has such an address', async () => {
    const headersOf = (email: Email | undefined) =>
      Object.fromEntries((email?.headers ?? []).map(({ key, value }) => [key, value]))
    const unsubscribeUrl = 'https://sunrise.carefold.example/stop-emails?key=x'
    const mailId = await queue({ unsubscribeUrl })
    await job().run({ clinicId: noClinic, mailId })
    expect(headersOf(received[0])).toMatchObject({
      'list-unsubscribe': `<${unsubscribeUrl}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'x-mail-id': mailId,
    })
    const [row] = await test.db.asOwner('select unsubscribe_url from app.mails where id = $1', [mailId])
    expect(row).toEqual({ unsubscribe_url: null })
    await job().run({ clinicId: noClinic, mailId: await queue() })
    expect(headersOf(received[1])).not.toHaveProperty('list-unsubscribe')
  })

  it.each([
    ['an address', { replyTo: 'desk@sunrise.test' }, [{ name: '', address: 'desk@sunrise.test' }]],
    ['the operator', {}, [{ name: '', address: 'operator@carefold.example' }]],
    ['no one', { replyTo: null }, undefined],
  ])('sends replies to %s', async (_whom, changes, replyTo) => {
    const { mailer } = test.services
    test.services.mailer = createMailer({
      jobs: test.services.jobs,
      clock: test.clock,
      senderDomain: 'carefold.localhost',
      operatorEmail: 'operator@carefold.example',
    })
    const mailId = await queue(changes)
    test.services.mailer = mailer
    await job().run({ clinicId: noClinic, mailId })
    expect(received[0]?.replyTo).toEqual(replyTo)
  })

  it('carries the PDF of its receipt, rendered when it is sent', async () => {
    const clinic = await aClinic(test.db)
    const { patientId } = await aPatient(test.db, clinic)
    const receiptId = await planter(test.db).receipt(clinic.id, patientId)
    const before = await mailIds()
    await test.services.transactions.withSystem('test', (tx) =>
      test.services.mailer.queue(tx, { ...mail, clinicId: clinic.id, receiptId }),
    )
    const [mailId] = (await mailIds()).filter((id) => !before.includes(id))
    expect(await job().run({ clinicId: clinic.id, mailId: mailId ?? '' })).toEqual({ sent: true })
    const [file, ...others] = received[0]?.attachments ?? []
    expect(others).toEqual([])
    expect(file).toMatchObject({ filename: 'receipt-R-000001.pdf', mimeType: 'application/pdf' })
    expect(Buffer.from(file?.content as ArrayBuffer).toString('latin1')).toMatch(/^%PDF-/)
  })

  it.each([1, 3])(
    'carries %i invitations that calendar programs recognize by their method',
    async (count) => {
      const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n'
      const before = await mailIds()
      await test.services.transactions.withSystem('test', (tx) =>
        test.services.mailer.queue(tx, { ...mail, calendar: calendar.repeat(count) }),
      )
      const [mailId] = (await mailIds()).filter((id) => !before.includes(id))
      await job().run({ clinicId: noClinic, mailId: mailId ?? '' })
      const parts = received[0]?.attachments.filter(({ mimeType }) => mimeType === 'text/calendar')
      expect(parts?.map(({ method, content }) => [method, textOf(content)])).toEqual(
        Array(count).fill(['CANCEL', calendar]),
      )
      const [row] = await test.db.asOwner('select calendar from app.mails where id = $1', [mailId])
      expect(row).toEqual({ calendar: null })
    },
  )

  it('leaves no link in the database once it is sent', async () => {
    const mailId = await queue()
    await job().run({ clinicId: noClinic, mailId })
    expect(await rowOf(mailId)).toMatchObject({ status: 'sent', text_body: '', html_body: '', links: [] })
  })

  it('is not sent twice', async () => {
    const mailId = await queue()
    await job().run({ clinicId: noClinic, mailId })
    expect(await job().run({ clinicId: noClinic, mailId })).toMatchObject({ sent: false })
    expect(received).toHaveLength(1)
  })

  it.each(['is busy', 'refuses it'] as const)(
    'stays queued while the server %s, and goes out later',
    async (trouble) => {
      const mailId = await queue()
      mood = trouble
      await expect(job().run({ clinicId: noClinic, mailId })).rejects.toThrow()
      expect(await rowOf(mailId)).toMatchObject({ status: 'failed', attempts: 1, text_body: mail.text })
      mood = 'takes it'
      expect(await job().run({ clinicId: noClinic, mailId })).toEqual({ sent: true })
      expect(await rowOf(mailId)).toMatchObject({ status: 'sent', attempts: 2, last_error: null })
    },
  )

  it('logs none of a rejecting server’s text, which may name the recipient', async () => {
    const mailId = await queue()
    mood = 'refuses it'
    const refused = await job()
      .run({ clinicId: noClinic, mailId })
      .catch((error: Error) => error)
    expect(refused).toMatchObject({ message: 'the mail was not accepted: EMESSAGE 550 5.1.1' })
    expect(refused).not.toHaveProperty('cause')
    expect(await rowOf(mailId)).toMatchObject({ last_error: 'the mail was not accepted: EMESSAGE 550 5.1.1' })
  })

  it('is sent again with the same Message-ID after the connection broke', async () => {
    const mailId = await queue()
    mood = 'hangs up after the data'
    await expect(job().run({ clinicId: noClinic, mailId })).rejects.toThrow()
    mood = 'takes it'
    await job().run({ clinicId: noClinic, mailId })
    expect(received.map(({ messageId }) => messageId)).toEqual(
      Array.from({ length: 2 }, () => `<${mailId}@carefold.localhost>`),
    )
  })

  it('shares the connection of the mail before it', async () => {
    await job().run({ clinicId: noClinic, mailId: await queue() })
    const before = connections
    await job().run({ clinicId: noClinic, mailId: await queue() })
    expect(connections).toBe(before)
  })

  it('goes out by a new connection after the server has ended the idle one', async () => {
    await job().run({ clinicId: noClinic, mailId: await queue() })
    const before = connections
    hangUp()
    expect(await job().run({ clinicId: noClinic, mailId: await queue() })).toEqual({ sent: true })
    expect(received).toHaveLength(2)
    expect(connections).toBe(before + 1)
  })

  it('waits for a server that is down', async () => {
    const mailId = await queue()
    const down = open(`smtp://127.0.0.1:${await freePort()}`)
    await expect(job(down).run({ clinicId: noClinic, mailId })).rejects.toThrow('ECONNREFUSED')
    down.close()
    expect(await rowOf(mailId)).toMatchObject({ status: 'failed' })
  })
})
