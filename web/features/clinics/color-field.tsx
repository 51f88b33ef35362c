import { Check } from 'lucide-react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { type ClinicColor, clinicColors } from '#domain/clinics/clinic-mark.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { ClinicMark } from '#web/components/clinic/clinic-mark.tsx'

const texts = clinicTexts.profile

export function ColorField({
  registration,
  chosen,
  clinicName,
}: {
  registration: UseFormRegisterReturn
  chosen: ClinicColor
  clinicName: string
}) {
  return (
    <fieldset>
      <legend className="sr-only">{texts.look}</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="grid grid-cols-2 gap-2">
          {clinicColors.map((color) => (
            <label
              key={color}
              className="relative flex min-h-11 items-center gap-2.5 rounded-control border border-line px-2.5 text-form has-checked:border-primary has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
            >
              <input type="radio" value={color} className="peer sr-only" {...registration} />
              <span
                aria-hidden="true"
                data-clinic-color={color}
                className="clinic-color grid size-6 flex-none place-items-center rounded-full bg-primary text-on-primary"
              >
                {color === chosen && <Check className="size-4" strokeWidth={3} />}
              </span>
              {texts.colors[color]}
            </label>
          ))}
        </div>
        <ColorPreview color={chosen} clinicName={clinicName} />
      </div>
    </fieldset>
  )
}

function ColorPreview({ color, clinicName }: { color: ClinicColor; clinicName: string }) {
  return (
    <div
      role="img"
      aria-label={`${texts.preview}: ${texts.colors[color]}`}
      data-clinic-color={color}
      className="clinic-color flex flex-col items-start justify-center gap-3 rounded-control border border-line bg-paper p-5"
    >
      <span className="flex max-w-full items-center gap-3">
        <ClinicMark name={clinicName} />
        <span className="line-clamp-2 min-w-0 font-display leading-tight font-semibold">{clinicName}</span>
      </span>
      <span className="button button-primary cursor-default">{texts.previewButton}</span>
      <span className="link cursor-default">{texts.previewLink}</span>
    </div>
  )
}
