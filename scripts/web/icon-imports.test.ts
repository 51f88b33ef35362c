import { expect, test } from 'vitest'
import { filesOfIcons, withIconsByName } from './icon-imports.ts'

const files = filesOfIcons()

test('each icon is imported from its own module, also over several lines and by another name', () => {
  expect(withIconsByName("import {\n  Check,\n  X as Close,\n} from 'lucide-react'\n", files)).toBe(
    "import Check from 'lucide-react/icons/check'; import Close from 'lucide-react/icons/x'\n",
  )
})

test('types stay where they are', () => {
  const code = "import type { LucideIcon } from 'lucide-react'\n"
  expect(withIconsByName(code, files)).toBe(code)
})

test('a type beside icons leaves no import of the whole library', () => {
  expect(withIconsByName("import { Check, type LucideIcon } from 'lucide-react'\n", files)).toBe(
    "import Check from 'lucide-react/icons/check'; import type { LucideIcon } from 'lucide-react'\n",
  )
})

test('a name that is no icon is refused', () => {
  expect(() => withIconsByName("import { NoSuchIcon } from 'lucide-react'", files)).toThrow('NoSuchIcon')
})
