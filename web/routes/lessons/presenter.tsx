import { visitLessonTexts } from '#domain/texts/visit-lessons.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Presenter } from '#web/features/visit-lessons/presenter.tsx'
import { useKeptFocus } from '#web/lib/page/restore-focus.ts'
import { LessonWindow } from './lesson-window.tsx'

/** The presenter's window. Its title names no lesson, because the browser's history shows it to the next user. */
export default function PresenterPage() {
  useKeptFocus()
  return (
    <main id="content" className="mx-auto w-full max-w-320 px-4 py-6">
      <LessonWindow>
        {({ clinic, lesson, slides, renew }) => (
          <>
            <PageHeading title={visitLessonTexts.presenter.title} site={clinic.name}>
              <span className="break-words">{lesson.title}</span>
            </PageHeading>
            <div className="mt-6">
              <Presenter
                key={lesson.id}
                slug={clinic.subdomain}
                lesson={lesson}
                slides={slides}
                onUnavailable={renew}
              />
            </div>
          </>
        )}
      </LessonWindow>
    </main>
  )
}
