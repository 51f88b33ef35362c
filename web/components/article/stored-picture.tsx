import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { learningTexts } from '#domain/texts/learning.ts'
import { cn } from '../ui/class-names.ts'

/** A picture of the clinic's files, with reserved space while its URL loads. @param url undefined until then */
export function StoredPicture({
  url,
  alt,
  className,
}: {
  url: string | undefined
  alt: string
  className?: string
}) {
  const [failed, setFailed] = useState<string | null>(null)
  if (url === undefined) return <div aria-hidden className={cn('aspect-video bg-sunken', className)} />
  if (failed === url) {
    return (
      <p className={cn('flex items-center gap-2 bg-sunken p-4 text-form text-muted', className)}>
        <ImageOff aria-hidden className="size-5 flex-none" />
        {alt || learningTexts.pictureFailed}
      </p>
    )
  }
  return <img src={url} alt={alt} loading="lazy" className={className} onError={() => setFailed(url)} />
}
