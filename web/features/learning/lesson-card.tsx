import { BookOpen, CirclePlay, FileText, Image, Presentation } from 'lucide-react'
import { Link } from 'react-router'
import { learningTexts } from '#domain/texts/learning.ts'
import { StoredPicture } from '#web/components/article/stored-picture.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { LessonFacts } from './lesson-facts.tsx'
import type { Lesson } from './queries.ts'

const icons = {
  article: BookOpen,
  video: CirclePlay,
  pdf: FileText,
  image: Image,
  presentation: Presentation,
}

/**
 * A lesson as one link.
 *
 * @param coverUrl undefined while loading
 * @param path of its page
 */
export function LessonCard({
  lesson,
  coverUrl,
  path,
}: {
  lesson: Lesson
  coverUrl: string | undefined
  path: string
}) {
  const Icon = icons[lesson.type]
  const open = learningTexts.open[lesson.type]
  return (
    <article className="card relative flex flex-col overflow-hidden">
      {lesson.coverFileId ? (
        <StoredPicture url={coverUrl} alt="" className="aspect-video w-full object-cover" />
      ) : (
        <span className="grid aspect-video place-items-center bg-tint text-primary">
          <Icon aria-hidden className="size-8" />
        </span>
      )}
      <div className="flex flex-1 flex-col gap-2 p-5">
        <LessonFacts lesson={lesson} />
        <h3 className="font-display text-lead font-medium break-words">{lesson.title}</h3>
        {lesson.description && <p className="text-form text-muted">{lesson.description}</p>}
        <Link
          to={withClinic(path)}
          className="link mt-auto pt-1 font-semibold after:absolute after:inset-0"
          aria-label={`${open}: ${lesson.title}`}
        >
          {open}
        </Link>
      </div>
    </article>
  )
}
