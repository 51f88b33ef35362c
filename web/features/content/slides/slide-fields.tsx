import {
  hasPicture,
  type Slide,
  slideBackgrounds,
  slideLayouts,
  type WrittenSlide,
} from '#domain/content/slides.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { StoredPicture } from '#web/components/article/stored-picture.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SlideContent } from '#web/components/slides/slide-content.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import type { WritingProblems } from '../editor/writing-problems.ts'
import { FileField } from '../file-field.tsx'
import { contentOf, useDrawnPage } from './slide-preview.ts'

const texts = contentTexts.slides

export function SlideFields({
  slide,
  problems,
  onChange,
}: {
  slide: Slide
  problems: WritingProblems
  onChange(slide: Slide): void
}) {
  return (
    <div className="space-y-5">
      {slide.kind === 'page' ? (
        <Page slide={slide} />
      ) : (
        <WrittenFields slide={slide} problems={problems} onChange={onChange} />
      )}
      <Field
        label={texts.notes}
        hint={texts.notesHint}
        isOptional
        {...(problems.notes && { error: problems.notes })}
      >
        {(control) => (
          <Textarea
            rows={3}
            {...control}
            value={slide.notes}
            onChange={({ target }) => onChange({ ...slide, notes: target.value })}
          />
        )}
      </Field>
    </div>
  )
}

function Page({ slide }: { slide: Slide }) {
  const page = useDrawnPage(slide)
  const url = useFileLinks(page ? [page.fileId] : []).get(page?.fileId ?? '')
  return (
    <StoredPicture
      url={url}
      alt={page?.text.trim() || texts.page}
      className="w-full rounded-control border border-line"
    />
  )
}

function WrittenFields({
  slide,
  problems,
  onChange,
}: {
  slide: WrittenSlide
  problems: WritingProblems
  onChange(slide: Slide): void
}) {
  const url = useFileLinks(slide.fileId ? [slide.fileId] : []).get(slide.fileId ?? '')
  const change = (changes: Partial<WrittenSlide>) => onChange({ ...slide, ...changes })
  return (
    <>
      <div aria-hidden className="overflow-hidden rounded-control border border-line">
        <SlideContent content={contentOf(slide, url)} isSmall />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.layout}>
          {(control) => (
            <Select
              {...control}
              value={slide.layout}
              onChange={({ target }) => change({ layout: target.value as WrittenSlide['layout'] })}
            >
              {slideLayouts.map((each) => (
                <option key={each} value={each}>
                  {texts.layouts[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={texts.background}>
          {(control) => (
            <Select
              {...control}
              value={slide.background}
              onChange={({ target }) => change({ background: target.value as WrittenSlide['background'] })}
            >
              {slideBackgrounds.map((each) => (
                <option key={each} value={each}>
                  {texts.backgrounds[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label={texts.heading} {...(problems.heading && { error: problems.heading })}>
        {(control) => (
          <Input
            {...control}
            value={slide.heading}
            onChange={({ target }) => change({ heading: target.value })}
          />
        )}
      </Field>
      <Field
        label={texts.text}
        hint={texts.textHint}
        isOptional
        {...(problems.text && { error: problems.text })}
      >
        {(control) => (
          <Textarea
            rows={5}
            {...control}
            value={slide.text}
            onChange={({ target }) => change({ text: target.value })}
          />
        )}
      </Field>
      {hasPicture(slide.layout) && (
        <>
          <FileField
            label={texts.picture}
            error={problems.fileId}
            kind="content_picture"
            fileId={slide.fileId}
            onChange={(fileId) => change({ fileId })}
          >
            <StoredPicture url={url} alt={slide.alt} className="max-h-48 rounded-control object-contain" />
          </FileField>
          <Field
            label={contentTexts.editor.fields.alt}
            hint={contentTexts.editor.fields.altHint}
            {...(problems.alt && { error: problems.alt })}
          >
            {(control) => (
              <Input
                {...control}
                value={slide.alt}
                onChange={({ target }) => change({ alt: target.value })}
              />
            )}
          </Field>
        </>
      )}
    </>
  )
}
