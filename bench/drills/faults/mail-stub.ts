import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { freePort } from '#scripts/free-port.ts'

/** down: nothing listens. */
export type MailMode = 'well' | 'down' | 'busy' | 'refuses' | 'drops after DATA' | 'slow'

interface TakenMail {
  to: string
  messageId: string
  /** As sent, with headers. */
  text: string
}

export type MailStub = Awaited<ReturnType<typeof startMailStub>>

export async function startMailStub() {
  const taken: TakenMail[] = []
  const port = await freePort()
  let mode: MailMode = 'well'
  let server: SMTPServer | null = null
  const refuse = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })
  const listen = async () => {
    const opened = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom(_address, _session, done) {
        if (mode === 'busy') done(refuse(451, 'try again later'))
        else if (mode === 'refuses') done(refuse(554, 'not here'))
        else done()
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          const meant = mode
          stub.receiving += 1
          if (meant === 'slow') await wait(stub.slowMs)
          stub.receiving -= 1
          const text = Buffer.concat(chunks).toString()
          const messageId = /^Message-ID: *(.+)$/im.exec(text)?.[1]?.trim() ?? ''
          taken.push({ to: session.envelope.rcptTo[0]?.address ?? '', messageId, text })
          // Accepted, but the sender gets no answer.
          if (meant === 'drops after DATA') done(refuse(421, 'closing'))
          else done()
        })
      },
    })
    opened.on('error', () => {})
    await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve))
    server = opened
  }
  const close = async () => {
    const closing = server
    server = null
    if (!closing) return
    const closed = new Promise<void>((resolve) => closing.close(() => resolve()))
    // those that the sender reuses stay open otherwise
    for (const connection of closing.connections) connection.close()
    await closed
  }
  const stub = {
    taken,
    port,
    receiving: 0,
    slowMs: 2_000,
    async turn(to: MailMode) {
      mode = to
      if (to === 'down') await close()
      else if (!server) await listen()
    },
    close,
  }
  await listen()
  return stub
}
