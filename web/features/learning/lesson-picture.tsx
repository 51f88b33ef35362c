import { BookOpen, CirclePlay, FileText, Image, Presentation } from 'lucide-react'
import { StoredPicture } from '#web/components/article/stored-picture.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import type { Lesson } from './assigned-query.ts'

const icons = {
  article: BookOpen,
  video: CirclePlay,
  pdf: FileText,
  image: Image,
  presentation: Presentation,
}

/** A lesson's picture, or the icon of its type. @param coverUrl undefined while loading */
export function LessonPicture({
  lesson,
  coverUrl,
  className,
}: {
  lesson: Pick<Lesson, 'type' | 'coverFileId'>
  coverUrl: string | undefined
  className?: string
}) {
  const shape = cn('aspect-video overflow-hidden', className)
  if (lesson.coverFileId)
    return (
      <div className={shape}>
        <StoredPicture url={coverUrl} alt="" className="size-full object-cover" />
      </div>
    )
  const Icon = icons[lesson.type]
  return (
    <span className={cn('grid place-items-center bg-tint text-primary', shape)}>
      <Icon aria-hidden className="size-6" />
    </span>
  )
}
