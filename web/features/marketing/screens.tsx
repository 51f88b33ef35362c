import { marketingTexts } from '#domain/texts/marketing.ts'
import { cn } from '#web/components/ui/class-names.ts'

const texts = marketingTexts.screens

/** Screens of the demo, drawn by `npm run pictures` (e2e/pictures.ts) in these sizes. */
export function Screens() {
  return (
    <figure className="mx-auto w-full max-w-[44rem] lg:col-start-2 lg:row-span-2 lg:row-start-1">
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-3 sm:gap-4">
        <Screen
          name="today"
          alt={texts.today}
          width={1280}
          height={800}
          isFirst
          className="col-span-2 aspect-[8/5]"
        />
        <Screen
          name="statement"
          alt={texts.statement}
          width={1080}
          height={1040}
          className="aspect-[27/20]"
        />
        <Screen name="join" alt={texts.join} width={780} height={1040} className="aspect-[9/10]" />
      </div>
      <figcaption className="mt-3 text-note text-muted">{texts.caption}</figcaption>
    </figure>
  )
}

function Screen({
  name,
  alt,
  width,
  height,
  isFirst = false,
  className,
}: {
  name: string
  alt: string
  width: number
  height: number
  isFirst?: boolean
  className?: string
}) {
  return (
    <picture className={cn('block overflow-clip rounded-card border border-line shadow-layer', className)}>
      <source media="(prefers-color-scheme: dark)" srcSet={`/screens/${name}-dark.webp`} />
      <img
        src={`/screens/${name}-light.webp`}
        alt={alt}
        width={width}
        height={height}
        loading={isFirst ? undefined : 'lazy'}
        decoding="async"
        className="size-full bg-surface object-cover object-top"
      />
    </picture>
  )
}
