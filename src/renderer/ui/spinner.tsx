import { LoaderCircle } from 'lucide-react'

/** Running work. It always stands beside words that say what runs. */
export function Spinner({ size = 14 }: { readonly size?: number }) {
  return <LoaderCircle className="spinner" size={size} strokeWidth={2} aria-hidden="true" />
}
