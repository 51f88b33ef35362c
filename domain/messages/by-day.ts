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
