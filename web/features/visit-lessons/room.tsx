import { useEffect, useState } from 'react'
import type { SlideObject } from '#domain/presentations/presentations.ts'
import { visitLessonTexts } from '#domain/texts/visit-lessons.ts'
import { SlidePicture } from '#web/components/slides/slide-picture.tsx'
import type { OpenVisitLesson } from './queries.ts'
import { openRoomChannel } from './room-channel.ts'

const texts = visitLessonTexts.room

/** Only the slide, for the room. Follows this browser's presenter at once, and others by the server. */
export function Room({
  lesson,
  slides,
  onUnavailable,
}: {
  lesson: OpenVisitLesson
  slides: readonly SlideObject[]
  /** All picture URLs have failed. */
  onUnavailable(): void
}) {
  const [slide, setSlide] = useState(lesson.slide)
  useEffect(() => setSlide(lesson.slide), [lesson.slide])
  useEffect(() => {
    const channel = openRoomChannel(lesson.id, setSlide)
    return () => channel.close()
  }, [lesson.id])
  const shown = slides[slide - 1]
  if (lesson.endedAt || !shown) {
    return (
      <p role="status" className="font-display text-h2 font-medium">
        {lesson.endedAt ? texts.over : texts.waiting}
      </p>
    )
  }
  return (
    <div className="grid h-dvh w-full place-items-center">
      <SlidePicture
        key={shown.id}
        slide={shown}
        label={visitLessonTexts.presenter.place(slide, slides.length)}
        onUnavailable={onUnavailable}
      />
    </div>
  )
}
