import { ArrowDown } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { messagesByDay, withNotes } from '#domain/messages/by-day.ts'
import type { Side } from '#domain/messages/messages.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { deviceZone, formatClock } from '#domain/values/dates.ts'
import { MessageFiles } from '#web/components/documents/message-files.tsx'
import { AvatarsOf, PersonAvatar } from '#web/components/people/person-avatar.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { usePageZone } from '#web/lib/clinic/page-zone.ts'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import type { Message, MessageNote } from './queries.ts'

const texts = messageTexts.thread
/** Within this distance of the end, the view follows new messages. */
const nearEndPx = 80

/**
 * Follows new messages at the end, and holds its position when the reader has scrolled up.
 *
 * @param notes of the team, between the messages; drawn by `noteRow`
 * @param side the reader's
 * @param otherName name of the other side
 * @param firstUnread number of the first unread message at opening, or null
 * @param readByOther number of the last message that the other side has read
 */
export function MessageLog({
  messages,
  notes,
  noteRow,
  side,
  otherName,
  firstUnread,
  readByOther,
  earlier,
}: {
  messages: readonly Message[]
  notes: readonly MessageNote[]
  noteRow: ((note: MessageNote) => ReactNode) | undefined
  side: Side
  otherName: string
  firstUnread: number | null
  readByOther: number
  earlier: { has: boolean; isLoading: boolean; load(): void }
}) {
  const zone = usePageZone()
  const links = useFileLinks(messages.flatMap(({ files }) => files.map(({ id }) => id)))
  const entries = withNotes(messages, notes, earlier.has)
  const { box, isBehind, onScroll, toEnd } = useFollowing(entries, side)
  const lastOwn = messages.findLast(({ from }) => from === side)
  const days = messagesByDay(entries, serverNow(), zone ?? deviceZone())

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        role="log"
        aria-label={texts.label(otherName)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll it
        tabIndex={0}
        onScroll={onScroll}
        className="h-full overflow-y-auto overscroll-contain px-4 py-4 -outline-offset-2"
      >
        {earlier.has && (
          <div className="mb-4 flex justify-center">
            <Button variant="outline" size="small" disabled={earlier.isLoading} onClick={earlier.load}>
              {earlier.isLoading && <Spinner />}
              {texts.earlier}
            </Button>
          </div>
        )}
        <AvatarsOf userIds={entries.map(({ authorId }) => authorId)}>
          {days.map(({ day, label, messages: ofDay }) => (
            <section key={day} aria-label={label} className="not-first:mt-6">
              <p aria-hidden className="mb-3 text-center text-note font-semibold text-muted">
                {label}
              </p>
              <ol className="space-y-3">
                {ofDay.map((entry) =>
                  'number' in entry ? (
                    <Fragment key={entry.id}>
                      {entry.number === firstUnread && (
                        <li className="flex items-center gap-3 text-note font-semibold text-primary">
                          <span aria-hidden className="h-px flex-1 bg-line" />
                          {texts.newest}
                          <span aria-hidden className="h-px flex-1 bg-line" />
                        </li>
                      )}
                      <Bubble
                        message={entry}
                        isOwnSide={entry.from === side}
                        zone={zone}
                        links={links}
                        state={
                          entry !== lastOwn
                            ? null
                            : entry.number <= readByOther
                              ? texts.seen[side](otherName)
                              : texts.sent
                        }
                      />
                    </Fragment>
                  ) : (
                    <Fragment key={entry.id}>{noteRow?.(entry)}</Fragment>
                  ),
                )}
              </ol>
            </section>
          ))}
        </AvatarsOf>
      </div>
      {isBehind && (
        <Button
          variant="outline"
          size="small"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-sm"
          onClick={toEnd}
        >
          <ArrowDown aria-hidden />
          {texts.toNewest}
        </Button>
      )}
    </div>
  )
}

/** @param state below the writer's last message: seen or not */
function Bubble({
  message: { authorId, authorName, body, files, sentAt },
  isOwnSide,
  zone,
  links,
  state,
}: {
  message: Message
  isOwnSide: boolean
  zone: string | undefined
  links: ReadonlyMap<string, string>
  state: string | null
}) {
  const { user } = useSession()
  const name = authorId !== null && authorId === user?.id ? texts.you : authorName
  return (
    <li className={cn('flex items-end gap-2', isOwnSide && 'flex-row-reverse')}>
      <PersonAvatar userId={authorId} name={authorName} className="size-8 max-sm:hidden" />
      <div className={cn('max-w-[85%] min-w-0 sm:max-w-[75%]', isOwnSide && 'text-right')}>
        <p className="mb-1 px-1 text-note text-muted">
          <span className="font-semibold">{name}</span>{' '}
          <time dateTime={sentAt} className="whitespace-nowrap tabular-nums">
            {formatClock(sentAt, zone)}
          </time>
        </p>
        <div
          className={cn(
            'inline-block max-w-full rounded-card px-4 py-2.5 text-left',
            isOwnSide ? 'bg-tint' : 'border border-line bg-surface',
          )}
        >
          {body && <p className="break-words whitespace-pre-wrap [overflow-wrap:anywhere]">{body}</p>}
          <MessageFiles files={files} links={links} />
        </div>
        {state && <p className="mt-1 px-1 text-note text-muted">{state}</p>}
      </div>
    </li>
  )
}

/** Follows new entries at the end, else holds the position while older ones are added above. */
function useFollowing(entries: readonly (Message | MessageNote)[], side: Side) {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const boxHeight = useRef(0)
  const before = useRef({ first: '', last: '', lastAt: 0, height: 0 })
  const [isBehind, setBehind] = useState(false)
  const first = entries[0]?.id ?? ''
  const newest = entries.at(-1)
  const last = newest?.id ?? ''

  const toEnd = () => {
    const element = box.current
    if (!element) return
    element.scrollTop = element.scrollHeight
    isAtEnd.current = true
    setBehind(false)
  }
  const onScroll = () => {
    const element = box.current
    // a keyboard or a growing field has moved the messages, not the reader
    if (!element || element.clientHeight !== boxHeight.current) return
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPx
    if (isAtEnd.current) setBehind(false)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when entries are added or removed
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const known = before.current
    const lastAt = newest ? Date.parse(newest.sentAt) : 0
    // without a removed note at the end, the entry before it is the last, and is not new
    const isNew = last !== known.last && lastAt >= known.lastAt
    const isOwnSide = newest !== undefined && (!('from' in newest) || newest.from === side)
    if (!isNew && first !== known.first) element.scrollTop += element.scrollHeight - known.height
    else if (isAtEnd.current || (isNew && isOwnSide)) toEnd()
    else if (isNew) setBehind(true)
    before.current = { first, last, lastAt, height: element.scrollHeight }
  }, [first, last, entries.length])

  // stays at the end when the box changes its height
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watched = new ResizeObserver(() => {
      boxHeight.current = element.clientHeight
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    watched.observe(element)
    return () => watched.disconnect()
  }, [])

  return { box, isBehind, onScroll, toEnd }
}
