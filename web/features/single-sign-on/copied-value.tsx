import { Fragment, type ReactNode } from 'react'
import { CopyButton } from '#web/components/copy-button.tsx'

/** A named value to copy into another system. @param copy the button's label */
export function CopiedValue({ label, value, copy }: { label: string; value: string; copy: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-note text-muted">{label}</p>
        {/* breaks between its parts on phones, not inside them */}
        <p className="text-form [overflow-wrap:anywhere]">
          {value.split(/(?<=[^/]\/)(?=[^/])/).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
            <Fragment key={index}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </p>
      </div>
      <CopyButton value={value}>{copy}</CopyButton>
    </li>
  )
}
