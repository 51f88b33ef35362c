import { contentTexts } from '#domain/texts/content.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import type { ContentItem } from './queries.ts'

const tones = { draft: 'neutral', published: 'success', archived: 'warning' } as const

export function StatusBadge({ status }: Pick<ContentItem, 'status'>) {
  return <Badge tone={tones[status]}>{contentTexts.statuses[status]}</Badge>
}

export function itemRemarks(item: ContentItem): string[] {
  return [
    ...(item.isUncheckedExample ? [contentTexts.uncheckedExample] : []),
    ...(item.hasUnpublishedChanges ? [contentTexts.unpublishedChanges] : []),
    ...(item.isFeatured ? [contentTexts.featured] : []),
  ]
}
