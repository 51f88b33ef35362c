import sharp from 'sharp'
import type { Side } from '#domain/messages/messages.ts'
import type { Action, Services } from '#server/clinic/action.ts'
import { answerFeedback } from '#server/features/feedback/answer-feedback.ts'
import { shareFeedback } from '#server/features/feedback/share-feedback.ts'
import { assignThread } from '#server/features/messages/assign-thread.ts'
import { closeThread } from '#server/features/messages/close-thread.ts'
import { readMessages } from '#server/features/messages/read-messages.ts'
import { saveMessageSettings } from '#server/features/messages/save-message-settings.ts'
import { sendMessage } from '#server/features/messages/send-message.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { uploadDemoFile } from './demo-files.ts'

/** A participant of a demo conversation, by mailbox. */
export interface DemoWriter {
  caller: Caller
  /** Null for the team. */
  patientId: string | null
}

interface DemoMessage {
  /** mailbox of the writer; a patient's own in their thread */
  by: string
  hoursAgo: number
  body: string
  /** what is attached: one of `pictures` or `letters` */
  file?: string
}

interface DemoThread {
  patient: string
  messages: DemoMessage[]
  assignee?: string
  /** read by the other side up to here; without it all but the last */
  isRead?: true
  isClosed?: true
}

interface DemoFeedback {
  patient: string
  daysAgo: number
  rating: number
  body: string
  phone?: string
  answeredBy?: string
}

interface DemoTalk {
  replyWithin: string
  threads: DemoThread[]
  feedback: DemoFeedback[]
}

const talks: Record<string, DemoTalk> = {
  sunrise: {
    replyWithin: 'one_day',
    threads: [
      {
        patient: 'patient',
        assignee: 'staff',
        messages: [
          {
            by: 'patient',
            hoursAgo: 74,
            body: 'Good morning! My levothyroxine runs out next week. Could you renew it, and do I need bloodwork first?',
          },
          {
            by: 'staff',
            hoursAgo: 71,
            body: 'Hi Nora, it has been eleven months, so yes, bloodwork first. The lab is open Monday to Thursday from eight, no appointment needed. I have renewed four weeks, so that you do not run out.',
          },
          { by: 'patient', hoursAgo: 70, body: 'Perfect, I will come on Tuesday. Thank you!' },
          {
            by: 'staff',
            hoursAgo: 20,
            body: 'Your values are back and in range, so the dose stays. The next check is in a year.',
          },
        ],
      },
      {
        patient: 'samuel',
        messages: [
          {
            by: 'samuel',
            hoursAgo: 5,
            body: 'I measured at home as you asked. It is a little higher than last month, here is this morning’s. Should I take the second tablet again?',
            file: 'blood-pressure.png',
          },
        ],
      },
      {
        patient: 'amara',
        isClosed: true,
        messages: [
          {
            by: 'amara',
            hoursAgo: 320,
            body: 'Do you have a form for the school, that I may use my inhaler before sports?',
          },
          {
            by: 'member',
            hoursAgo: 314,
            body: 'Here it is, filled in and signed by Dr. Okafor.',
            file: 'Inhaler at school.txt',
          },
          { by: 'amara', hoursAgo: 312, body: 'That was quick. Thanks!' },
        ],
      },
      {
        patient: 'beatrice',
        isRead: true,
        assignee: 'admin',
        messages: [
          {
            by: 'beatrice',
            hoursAgo: 52,
            body: 'I am moving to Albany in June. Can I stay with you for video visits, or should I look for somebody there?',
          },
        ],
      },
    ],
    feedback: [
      {
        patient: 'grace',
        daysAgo: 1,
        rating: 3,
        body: 'Everybody was kind, but the ramp at the back door was blocked by a delivery and I had to wait outside for ten minutes.',
        phone: '(646) 555-0173',
      },
      {
        patient: 'patient',
        daysAgo: 16,
        rating: 5,
        body: 'First practice where nobody looked at a clock. My daughter asked whether we can come back.',
        answeredBy: 'admin',
      },
    ],
  },
  harbor: {
    replyWithin: 'same_day',
    threads: [
      {
        patient: 'patient',
        messages: [
          {
            by: 'patient',
            hoursAgo: 28,
            body: 'Is the late hour on Thursday still on? I would come after work, around seven.',
          },
          { by: 'staff', hoursAgo: 26, body: 'It is, until half past seven. I have kept seven for you.' },
          {
            by: 'patient',
            hoursAgo: 3,
            body: 'Something came up at work. Would Saturday morning be possible instead?',
          },
        ],
      },
    ],
    feedback: [
      {
        patient: 'june',
        daysAgo: 2,
        rating: 4,
        body: 'Wonderful team. The parking meter only takes coins, maybe mention it in the directions.',
      },
    ],
  },
}

/** Letters that go with messages. */
const letters: Record<string, string> = {
  'Inhaler at school.txt':
    'Sunrise Family Clinic\n\nAmara Nwosu has exercise-induced asthma and carries a salbutamol inhaler. She may use two puffs fifteen minutes before sports, without supervision.\n\nMaya Okafor, MD\n',
}

/** Drawn, since the demo has no photographs. */
const pictures: Record<string, string> = {
  'blood-pressure.png': `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720" viewBox="0 0 96 72">
    <rect width="96" height="72" fill="#c9b79c"/><rect x="16" y="8" width="64" height="56" rx="8" fill="#f4f4f0"/>
    <rect x="23" y="14" width="50" height="36" rx="3" fill="#b9c7b4"/>
    <g font-family="sans-serif" font-weight="700" fill="#22302a" text-anchor="end">
      <text x="69" y="27" font-size="12">142</text><text x="69" y="39" font-size="12">88</text>
      <text x="69" y="47.5" font-size="7">71</text></g>
    <g font-family="sans-serif" font-size="3" fill="#22302a">
      <text x="27" y="25">SYS mmHg</text><text x="27" y="37">DIA mmHg</text><text x="27" y="47">PULSE /min</text></g>
    <circle cx="48" cy="57" r="4" fill="#125c73"/></svg>`,
}

/** The parts of the demo that `play` needs. */
interface Stage {
  services: Services
  call(action: Action, caller: Caller, input: object): Promise<unknown>
  /** Sets the clock back from the present. */
  ago(hours: number): void
}

/**
 * Sends the messages between a demo clinic and its patients, oldest first, and the patients' feedback. The clock is set
 * back for each; the caller sets it again.
 */
export async function playDemoMessages(
  stage: Stage,
  clinic: { subdomain: string; admin: Caller; people: ReadonlyMap<string, DemoWriter> },
): Promise<void> {
  const talk = talks[clinic.subdomain]
  if (!talk) return
  const person = (mailbox: string): DemoWriter => {
    const found = clinic.people.get(mailbox)
    if (!found) throw new Error(`${mailbox} is not in the demo of ${clinic.subdomain}`)
    return found
  }
  stage.ago(24 * 60)
  await stage.call(saveMessageSettings, clinic.admin, {
    version: 0,
    replyWithin: talk.replyWithin,
    awayText: '',
    awayFrom: '',
    awayUntil: '',
  })
  const spoken = talk.threads
    .flatMap((thread) => thread.messages.map((message, index) => ({ thread, message, index })))
    .sort((a, b) => b.message.hoursAgo - a.message.hoursAgo)
  for (const { thread, message, index } of spoken) {
    stage.ago(message.hoursAgo)
    const patient = person(thread.patient)
    await speak(stage, { patient, writer: person(message.by), message, number: index + 1 })
    if (index === 0 && thread.assignee) await assign(stage, patient, person(thread.assignee))
    if (index + 1 === thread.messages.length) await finish(stage, thread, patient, person('staff'))
  }
  for (const feedback of talk.feedback) await share(stage, feedback, person)
}

async function speak(
  stage: Stage,
  {
    patient,
    writer,
    message,
    number,
  }: { patient: DemoWriter; writer: DemoWriter; message: DemoMessage; number: number },
): Promise<void> {
  const { patientId } = patient
  // an answer implies a read
  await stage.call(readMessages, writer.caller, { patientId, upTo: number - 1 })
  const fileIds = message.file ? [await attachment(stage, writer, patientId ?? '', message.file)] : []
  await stage.call(sendMessage, writer.caller, {
    patientId,
    body: message.body,
    fileIds,
    attempt: crypto.randomUUID(),
  })
}

async function attachment(
  { services }: Stage,
  { caller }: DemoWriter,
  patientId: string,
  name: string,
): Promise<string> {
  const drawing = pictures[name]
  const content = drawing
    ? await sharp(Buffer.from(drawing)).png().toBuffer()
    : Buffer.from(letters[name] ?? '')
  return uploadDemoFile(services, caller, { kind: 'message_attachment', name, patientId }, content)
}

async function assign(stage: Stage, { patientId }: DemoWriter, to: DemoWriter): Promise<void> {
  await stage.call(assignThread, to.caller, { patientId, assigneeId: to.caller.userId })
}

async function finish(
  stage: Stage,
  thread: DemoThread,
  patient: DemoWriter,
  desk: DemoWriter,
): Promise<void> {
  const { patientId } = patient
  const upTo = thread.messages.length
  const lastSide: Side = thread.messages.at(-1)?.by === thread.patient ? 'patient' : 'clinic'
  if (thread.isRead || thread.isClosed)
    await stage.call(readMessages, (lastSide === 'patient' ? desk : patient).caller, { patientId, upTo })
  if (thread.isClosed) await stage.call(closeThread, desk.caller, { patientId, isClosed: true })
}

async function share(
  stage: Stage,
  { patient, daysAgo, rating, body, phone, answeredBy }: DemoFeedback,
  person: (mailbox: string) => DemoWriter,
): Promise<void> {
  stage.ago(daysAgo * 24)
  const given = (await stage.call(shareFeedback, person(patient).caller, {
    rating,
    body,
    mayCall: phone !== undefined,
    phone: phone ?? '',
  })) as { feedbackId: string }
  if (!answeredBy) return
  stage.ago(daysAgo * 24 - 20)
  await stage.call(answerFeedback, person(answeredBy).caller, { ...given, isAnswered: true })
}
