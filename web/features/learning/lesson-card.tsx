import { Link } from 'react-router'
import { learningTexts } from '#domain/texts/learning.ts'
import { cn } from '#web/components/ui/class-names.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Lesson } from './assigned-query.ts'
import { LessonFacts } from './lesson-facts.tsx'
import { LessonPicture } from './lesson-picture.tsx'

/**
 * A lesson as one link: a row of 72 px, or from tablets on a card with its picture on top.
 *
 * @param coverUrl undefined while loading
 * @param path of its page
 */
export function LessonCard({
  lesson,
  coverUrl,
  path,
  isRow = false,
}: {
  lesson: Lesson
  coverUrl: string | undefined
  path: string
  isRow?: boolean
}) {
  return (
    <article
      className={cn(
        'relative flex min-h-18 items-center gap-4 p-3 hover:bg-tint',
        !isRow && 'sm:h-full sm:flex-col sm:items-stretch sm:gap-0 sm:p-0',
      )}
    >
      <LessonPicture
        lesson={lesson}
        coverUrl={coverUrl}
        className={cn('w-20 flex-none rounded-control', !isRow && 'sm:w-full sm:rounded-none')}
      />
      <div className={cn('min-w-0 flex-1 space-y-1', !isRow && 'sm:space-y-2 sm:p-4')}>
        <h3 className="font-semibold break-words">
          <Link
            to={withClinic(path)}
            className="line-clamp-2 after:absolute after:inset-0"
            aria-label={`${learningTexts.open[lesson.type]}: ${lesson.title}`}
          >
            {lesson.title}
          </Link>
        </h3>
        <LessonFacts lesson={lesson} />
        {!isRow && lesson.description && (
          <p className="text-form text-muted max-sm:hidden">{lesson.description}</p>
        )}
      </div>
    </article>
  )
}
