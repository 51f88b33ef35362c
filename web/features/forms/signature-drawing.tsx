import { pathOf, signatureBox } from '#domain/forms/strokes.ts'

/** Lines of a signature, in the color of the text. @param children below the lines */
export function SignatureDrawing({
  strokes,
  label,
  children,
  ...props
}: { strokes: readonly (readonly number[])[]; label: string } & React.ComponentProps<'svg'>) {
  return (
    <svg
      viewBox={`0 0 ${signatureBox.width} ${signatureBox.height}`}
      role="img"
      aria-label={label}
      {...props}
    >
      {children}
      <path
        d={pathOf(strokes)}
        fill="none"
        stroke="currentColor"
        strokeWidth={3}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
