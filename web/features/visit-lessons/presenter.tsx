import { useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, MonitorUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths, visitLessonPath } from '#domain/paths.ts'
import type { SlideObject } from '#domain/presentations/presentations.ts'
import { visitLessonTexts } from '#domain/texts/visit-lessons.ts'
import { SlidePicture } from '#web/components/slides/slide-picture.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { refusalCode } from '#web/lib/fetch/refusals.ts'
import { takesKeys } from '#web/lib/page/takes-keys.ts'
import type { OpenVisitLesson } from './queries.ts'
import { Questions } from './questions.tsx'
import { openRoomChannel, type RoomChannel } from './room-channel.ts'
import { createSlideSender, type SlideSender } from './slide-sender.ts'

const texts = visitLessonTexts.presenter

export function Presenter({
  slug,
  lesson,
  slides,
  onUnavailable,
}: {
  slug: string
  lesson: OpenVisitLesson
  slides: readonly SlideObject[]
  /** All picture URLs have failed. */
  onUnavailable(): void
}) {
  const total = slides.length
  const [isAsking, setAsking] = useState(false)
  const leave = useLeave()
  const { index, isLost, goTo } = useShownSlide(slug, lesson, total)
  const slide = slides[index]
  const next = slides[index + 1]
  const notes = slide ? lesson.notes.slides[slide.id] : undefined

  useEffect(() => {
    if (isAsking) return
    const onKey = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      if (altKey || ctrlKey || metaKey || takesKeys(target)) return
      if (target instanceof Element && target.closest('a,button') && key === ' ') return
      if (key === 'Escape') leave()
      if (key === 'ArrowRight' || key === 'ArrowDown' || key === 'PageDown' || key === ' ') goTo(index + 1)
      if (key === 'ArrowLeft' || key === 'ArrowUp' || key === 'PageUp') goTo(index - 1)
      if (key === 'Home') goTo(0)
      if (key === 'End') goTo(total - 1)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isAsking, index, total, goTo, leave])

  if (isAsking || lesson.endedAt)
    return <Questions slug={slug} lesson={lesson} onBack={() => setAsking(false)} onLeave={leave} />
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="space-y-4">
        {isLost && (
          <Notice tone="warning">
            <p>{texts.lost}</p>
          </Notice>
        )}
        <div className="slide-place">
          {slide && (
            <SlidePicture
              key={slide.id}
              slide={slide}
              label={texts.place(index + 1, total)}
              onUnavailable={onUnavailable}
            />
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Button variant="outline" disabled={index === 0} onClick={() => goTo(index - 1)}>
            <ChevronLeft aria-hidden />
            {texts.previous}
          </Button>
          <span role="status" className="text-form text-muted tabular-nums">
            {texts.place(index + 1, total)}
          </span>
          <Button variant="outline" disabled={index === total - 1} onClick={() => goTo(index + 1)}>
            {texts.next}
            <ChevronRight aria-hidden />
          </Button>
        </div>
      </div>
      <div className="space-y-6">
        <Card>
          <CardTitle>{texts.notes}</CardTitle>
          <p className="mt-3 break-words whitespace-pre-line">
            {notes ?? <span className="text-muted">{texts.noNotes}</span>}
          </p>
        </Card>
        <Card>
          <CardTitle>{texts.after}</CardTitle>
          <div className="mt-3">
            {next ? (
              <div className="slide-place">
                <SlidePicture
                  key={next.id}
                  slide={next}
                  label={texts.place(index + 2, total)}
                  onUnavailable={onUnavailable}
                />
              </div>
            ) : (
              <p className="text-muted">{texts.last}</p>
            )}
          </div>
        </Card>
        <div className="space-y-2">
          <Button asChild variant="outline" className="w-full">
            <a
              href={withClinic(visitLessonPath(lesson.id, true))}
              target={`carefold-room-${lesson.id}`}
              // a separate window, to be moved to the other screen
              onClick={(event) => {
                const opened = window.open(
                  withClinic(visitLessonPath(lesson.id, true)),
                  `carefold-room-${lesson.id}`,
                  'popup,width=1280,height=720',
                )
                if (opened) event.preventDefault()
              }}
            >
              <MonitorUp aria-hidden />
              {texts.room}
            </a>
          </Button>
          <p className="text-note text-muted">{texts.roomHint}</p>
        </div>
        <Button className="w-full" onClick={() => setAsking(true)}>
          {texts.finish}
        </Button>
        <div className="space-y-2">
          <Button variant="outline" className="w-full" onClick={leave}>
            {texts.leave}
          </Button>
          <p className="text-note text-muted">{texts.leaveHint}</p>
        </div>
        <p className="text-note text-muted">{texts.keys}</p>
      </div>
    </div>
  )
}

/** Closes the window, or goes to the appointments where the browser refuses to close it. The lesson is not finished. */
function useLeave(): () => void {
  const navigate = useNavigate()
  return () => {
    window.close()
    void navigate(withClinic(paths.appointments))
  }
}

/** The current slide: shared at once with this browser's windows, then by the server. */
function useShownSlide(slug: string, lesson: OpenVisitLesson, total: number) {
  const queryClient = useQueryClient()
  const [index, setIndex] = useState(Math.min(lesson.slide, total) - 1)
  const [isLost, setLost] = useState(false)
  const sender = useRef<SlideSender>(null)
  const channel = useRef<RoomChannel>(null)

  const first = useRef(lesson.slide)
  useEffect(() => {
    const own = createSlideSender({
      send: (slide) => callFunction('show-slide', { lessonId: lesson.id, slide }),
      isFinal: (error) => refusalCode(error) !== null && refusalCode(error) !== 'unreachable',
      wait(run, delayMs) {
        const timer = setTimeout(run, delayMs)
        return () => clearTimeout(timer)
      },
      onLost: setLost,
    })
    sender.current = own
    // follows a second presenter's window of the same lesson
    channel.current = openRoomChannel(lesson.id, (slide) => setIndex(slide - 1))
    const { current: room } = channel
    // the first slide begins the lesson
    own.show(first.current)
    return () => {
      own.stop()
      room.close()
      void queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'visit-lessons') })
    }
  }, [lesson.id, slug, queryClient])

  const goTo = (to: number) => {
    const at = Math.min(Math.max(to, 0), total - 1)
    if (at === index) return
    setIndex(at)
    channel.current?.show(at + 1)
    sender.current?.show(at + 1)
  }
  return { index, isLost, goTo }
}
