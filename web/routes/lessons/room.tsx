import { visitLessonTexts } from '#domain/texts/visit-lessons.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Room } from '#web/features/visit-lessons/room.tsx'
import { LessonWindow } from './lesson-window.tsx'

export default function RoomPage() {
  return (
    <main id="content" className="grid min-h-dvh place-items-center bg-sunken">
      <LessonWindow>
        {({ clinic, lesson, slides, renew }) => (
          <>
            <div className="sr-only">
              <PageHeading title={visitLessonTexts.room.title} site={clinic.name} />
            </div>
            <Room lesson={lesson} slides={slides} onUnavailable={renew} />
          </>
        )}
      </LessonWindow>
    </main>
  )
}
