import { useId, useState } from 'react'
import { type EmbeddedVideo, embeddedVideo, videoProviders } from '#domain/content/embedded-video.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { ElsewhereVideo } from '#web/components/article/elsewhere-video.tsx'
import { Field, FieldError } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { config } from '#web/lib/page/config.ts'

const texts = contentTexts.editor.fields
const rules = contentTexts.validation

/** Embeds another service's video by its URL; absent if the installation allows none. */
export function EmbedField({ onSet }: { onSet(video: EmbeddedVideo): void }) {
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string | null>(null)
  const names = config.videoProviders.map((provider) => videoProviders[provider].name)
  if (names.length === 0) return null

  function use(): void {
    const video = embeddedVideo(address)
    if (!video) setError(rules.videoAddress)
    else if (config.videoProviders.includes(video.provider)) onSet(video)
    else setError(rules.videoProvider)
  }
  return (
    <Field label={texts.embed(names.join(` ${texts.or} `))} hint={texts.embedHint} {...(error && { error })}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <Input
            inputMode="url"
            maxLength={500}
            className="min-w-0 flex-1 basis-60"
            {...control}
            value={address}
            onChange={({ target }) => {
              setAddress(target.value)
              setError(null)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              use()
            }}
          />
          <Button variant="outline" onClick={use}>
            {texts.embedSet}
          </Button>
        </div>
      )}
    </Field>
  )
}

export function EmbedShown({
  video,
  title,
  error,
  onRemove,
}: {
  video: EmbeddedVideo
  title: string
  error?: string | undefined
  onRemove(): void
}) {
  const name = texts.embedded(videoProviders[video.provider].name)
  const id = useId()
  return (
    <fieldset className="space-y-3" aria-describedby={error && id}>
      <legend className="mb-1.5 font-semibold text-form">{name}</legend>
      <ElsewhereVideo video={video} title={title} />
      {error && <FieldError id={id}>{error}</FieldError>}
      <Button variant="outline" size="small" aria-label={`${texts.remove}: ${name}`} onClick={onRemove}>
        {texts.remove}
      </Button>
    </fieldset>
  )
}
