import { messageTexts } from '../texts/messages.ts'
import { formatDate } from '../values/dates.ts'
import { addDays, dateIn } from '../values/zones.ts'

const texts = messageTexts.thread

export interface MessageDay<Message> {
  /** YYYY-MM-DD in the reader's zone. */
  day: string
  /** "Today", "Yesterday" or "Mar 4, 2027". */
  label: string
  messages: Message[]
}

/** @param messages oldest first; `sentAt` is an ISO instant */
export function messagesByDay<Message extends { sentAt: string }>(
  messages: readonly Message[],
  now: Date,
  zone: string,
): MessageDay<Message>[] {
  const today = dateIn(now, zone)
  // By calendar: on a day of 25 hours, 24 hours ago may still be today.
  const yesterday = addDays(today, -1)
  const days: MessageDay<Message>[] = []
  for (const message of messages) {
    const day = dateIn(new Date(message.sentAt), zone)
    const label = day === today ? texts.today : day === yesterday ? texts.yesterday : formatDate(day)
    const last = days.at(-1)
    if (last?.day === day) last.messages.push(message)
    else days.push({ day, label, messages: [message] })
  }
  return days
}

/**
 * Puts the notes of a thread between its messages, whose order stays; a note follows a message of the same instant.
 *
 * @param messages in the order of their numbers
 * @param notes oldest first
 * @param hasEarlier true if earlier messages are not loaded: notes before the first loaded message wait for them
 */
export function withNotes<Message extends { sentAt: string }, Note extends { sentAt: string }>(
  messages: readonly Message[],
  notes: readonly Note[],
  hasEarlier: boolean,
): (Message | Note)[] {
  const at = ({ sentAt }: { sentAt: string }) => Date.parse(sentAt)
  const [first] = messages
  const shown = first && hasEarlier ? notes.filter((note) => at(note) >= at(first)) : notes
  const entries: (Message | Note)[] = []
  let next = 0
  for (const message of messages) {
    for (let note = shown[next]; note && at(note) < at(message); note = shown[next]) {
      entries.push(note)
      next += 1
    }
    entries.push(message)
  }
  return [...entries, ...shown.slice(next)]
}
