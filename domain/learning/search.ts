/** Case-insensitive in title, description or category; blank matches everything (docs/specification.md B5). */
export function matchesSearch(
  item: { title: string; description: string; category: string },
  text: string,
): boolean {
  const wanted = text.trim().toLowerCase()
  return [item.title, item.description, item.category].some((part) => part.toLowerCase().includes(wanted))
}
