import { useId } from 'react'
import { contentInsights } from '#domain/content/content.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { Card } from '#web/components/ui/card.tsx'
import type { ContentItem } from './queries.ts'

const texts = contentTexts.insights

export function ContentInsights({ items }: { items: readonly ContentItem[] }) {
  const id = useId()
  const { total, categories, mostViewed, distribution } = contentInsights(items)
  const { articles, videos, other } = distribution
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 font-display text-h3 font-medium">
        {texts.title}
      </h2>
      <div className="grid gap-4 md:grid-cols-3">
        <Fact name={texts.total} value={total.toLocaleString('en-US')} note={texts.across(categories)} />
        <Card>
          <p className="text-form text-muted">{texts.mostViewed}</p>
          {mostViewed ? (
            <>
              <p className="mt-1 text-lead font-semibold break-words">{mostViewed.title}</p>
              <p className="mt-1 text-note text-muted">{contentTexts.list.views(mostViewed.views)}</p>
            </>
          ) : (
            <p className="mt-1 text-form">{texts.nobody}</p>
          )}
        </Card>
        <Card>
          <p className="text-form text-muted">{texts.distribution}</p>
          <dl className="mt-2 space-y-1 text-form tabular-nums">
            <Share name={texts.articles} count={articles} />
            <Share name={texts.videos} count={videos} />
            <Share name={texts.other} count={other} />
          </dl>
        </Card>
      </div>
    </section>
  )
}

function Fact({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <Card>
      <p className="text-form text-muted">{name}</p>
      <p className="mt-1 font-display text-h2 font-medium tabular-nums">{value}</p>
      <p className="mt-1 text-note text-muted">{note}</p>
    </Card>
  )
}

function Share({ name, count }: { name: string; count: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{name}</dt>
      <dd className="font-semibold">{count.toLocaleString('en-US')}</dd>
    </div>
  )
}
