/** A list of numbers that can grow. What it is made of is taken over, without a copy of 100,000 numbers. */
export class NumberColumn<T extends Uint32Array | Float64Array> {
  #values: T
  #length: number

  constructor(values: T) {
    this.#values = values
    this.#length = values.length
  }

  get length(): number {
    return this.#length
  }

  /** Undefined behind the end. */
  at(index: number): number | undefined {
    return index < this.#length ? this.#values[index] : undefined
  }

  /** Replaces a number, or sets the one behind the last. Throws RangeError beyond. */
  set(index: number, value: number): void {
    if (index > this.#length) throw new RangeError(`${index} is behind the end of the column`)
    if (index >= this.#values.length) this.#grow()
    this.#values[index] = value
    this.#length = Math.max(this.#length, index + 1)
  }

  /** The numbers so far; later ones are not in it, replaced ones may be. */
  get values(): T {
    return this.#values.subarray(0, this.#length) as T
  }

  #grow(): void {
    // The same kind of list as before.
    const Kind = this.#values.constructor as new (length: number) => T
    const larger = new Kind(Math.max(64, this.#values.length * 2))
    larger.set(this.#values)
    this.#values = larger
  }
}
