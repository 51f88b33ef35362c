import { learningTexts } from '#domain/texts/learning.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import type { Lesson } from './assigned-query.ts'

export function LessonFacts({ lesson }: { lesson: Pick<Lesson, 'type' | 'category' | 'readMinutes'> }) {
  const { type, category, readMinutes } = lesson
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-note text-muted">
      <Badge tone="tint">{category}</Badge>
      {type === 'article' && learningTexts.minutes(readMinutes)}
      {type === 'video' && readMinutes > 0 && learningTexts.watchMinutes(readMinutes)}
    </p>
  )
}
