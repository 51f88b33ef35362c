import { ArrowDown } from 'lucide-react'
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { messagesByDay } from '#domain/messages/by-day.ts'
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
import type { Message } from './queries.ts'

const texts = messageTexts.thread
/** Within this distance of the end, the view follows new messages. */
const nearEndPx = 80

/**
 * Follows new messages at the end, and holds its position when the reader has scrolled up.
 *
 * @param side the reader's
 * @param otherName name of the other side
 * @param firstUnread number of the first unread message at opening, or null
 * @param readByOther number of the last message that the other side has read
 */
export function MessageLog({
  messages,
  side,
  otherName,
  firstUnread,
  readByOther,
  earlier,
}: {
  messages: readonly Message[]
  side: Side
  otherName: string
  firstUnread: number | null
  readByOther: number
  earlier: { has: boolean; isLoading: boolean; load(): void }
}) {
  const zone = usePageZone()
  const links = useFileLinks(messages.flatMap(({ files }) => files.map(({ id }) => id)))
  const { box, isBehind, onScroll, toEnd } = useFollowing(messages, side)
  const lastOwn = messages.findLast(({ from }) => from === side)
  const days = messagesByDay(messages, serverNow(), zone ?? deviceZone())

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
        <AvatarsOf userIds={messages.map(({ authorId }) => authorId)}>
          {days.map(({ day, label, messages: ofDay }) => (
            <section key={day} aria-label={label} className="not-first:mt-6">
              <p aria-hidden className="mb-3 text-center text-note font-semibold text-muted">
                {label}
              </p>
              <ol className="space-y-3">
                {ofDay.map((message) => (
                  <Fragment key={message.id}>
                    {message.number === firstUnread && (
                      <li className="flex items-center gap-3 text-note font-semibold text-primary">
                        <span aria-hidden className="h-px flex-1 bg-line" />
                        {texts.newest}
                        <span aria-hidden className="h-px flex-1 bg-line" />
                      </li>
                    )}
                    <Bubble
                      message={message}
                      isOwnSide={message.from === side}
                      zone={zone}
                      links={links}
                      state={
                        message !== lastOwn
                          ? null
                          : message.number <= readByOther
                            ? texts.seen[side](otherName)
                            : texts.sent
                      }
                    />
                  </Fragment>
                ))}
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

/** Follows new messages at the end, else holds the position while older ones are added above. */
function useFollowing(messages: readonly Message[], side: Side) {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const before = useRef({ first: 0, last: 0, height: 0 })
  const [isBehind, setBehind] = useState(false)
  const first = messages[0]?.number ?? 0
  const newest = messages.at(-1)
  const last = newest?.number ?? 0

  const toEnd = () => {
    const element = box.current
    if (!element) return
    element.scrollTop = element.scrollHeight
    isAtEnd.current = true
    setBehind(false)
  }
  const onScroll = () => {
    const element = box.current
    if (!element) return
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPx
    if (isAtEnd.current) setBehind(false)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when messages are added, at either end
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const known = before.current
    if (known.last !== 0 && first < known.first) element.scrollTop += element.scrollHeight - known.height
    else if (last !== known.last) {
      if (isAtEnd.current || newest?.from === side) toEnd()
      else setBehind(true)
    }
    before.current = { first, last, height: element.scrollHeight }
  }, [first, last])

  // a keyboard or a growing field shrinks the box
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watched = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    watched.observe(element)
    return () => watched.disconnect()
  }, [])

  return { box, isBehind, onScroll, toEnd }
}
