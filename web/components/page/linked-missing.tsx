import { useLocation } from 'react-router'
import { shellTexts } from '#domain/texts/shell.ts'
import { Notice } from '../ui/notice.tsx'

/**
 * For a link to an element that the loaded page does not have.
 *
 * @param prefix of the elements' ids
 * @param ids of the page's elements
 */
export function LinkedMissing({ prefix, ids }: { prefix: string; ids: readonly string[] }) {
  const id = useLocation().hash.slice(1)
  if (!id.startsWith(prefix) || ids.includes(id)) return null
  return (
    <Notice tone="warning" title={shellTexts.linkedMissingTitle}>
      {shellTexts.linkedMissing}
    </Notice>
  )
}
