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
      <Card className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-3">
        <div>
          <p className="text-form text-muted">{texts.total}</p>
          <p className="mt-1 font-display text-h2 leading-tight font-medium tabular-nums">
            {total.toLocaleString('en-US')}
          </p>
          <p className="mt-1 text-note text-muted">{texts.across(categories)}</p>
        </div>
        <div className="max-md:order-last max-md:col-span-2">
          <p className="text-form text-muted">{texts.mostViewed}</p>
          {mostViewed ? (
            <>
              <p className="mt-1 text-lead font-semibold break-words">{mostViewed.title}</p>
              <p className="mt-1 text-note text-muted">{contentTexts.list.views(mostViewed.views)}</p>
            </>
          ) : (
            <p className="mt-1 text-form">{texts.nobody}</p>
          )}
        </div>
        <div>
          <p className="text-form text-muted">{texts.distribution}</p>
          <dl className="mt-1 space-y-0.5 text-form tabular-nums">
            <Share name={texts.articles} count={articles} />
            <Share name={texts.videos} count={videos} />
            <Share name={texts.other} count={other} />
          </dl>
        </div>
      </Card>
    </section>
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
