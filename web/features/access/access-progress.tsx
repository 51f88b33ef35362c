import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { config } from '#web/lib/page/config.ts'

export function AccessProgress({ text }: { text: string }) {
  return (
    <Card fold className="w-full max-w-110 py-12">
      <div role="status" className="flex flex-col items-center gap-4 text-center text-primary">
        <Spinner className="size-7" />
        <PageHeading
          title={text}
          site={config.clinic?.name ?? config.productName}
          className="justify-center text-ink [&_h1]:text-h3"
        />
      </div>
    </Card>
  )
}
