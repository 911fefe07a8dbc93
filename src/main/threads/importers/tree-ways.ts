/** A message as the tree of a conversation sees it. Ids may dangle and go round in circles. */
export interface TreeNode {
  readonly id: string
  readonly parent: string | null
  readonly children: readonly string[]
}

/** A way beside the active one. */
export interface SideWay<Node extends TreeNode> {
  /** Node of the active way that it leaves; null when it has a root of its own. */
  readonly fork: Node | null
  readonly nodes: readonly Node[]
}

/** The ways through the tree of a conversation, each from the top down. */
export interface TreeWays<Node extends TreeNode> {
  readonly active: readonly Node[]
  readonly sides: readonly SideWay<Node>[]
  /** Nodes that no way reaches: parents that go round in a circle. */
  readonly lost: readonly Node[]
  /** True when `node` stands alone below the node above it. */
  isOnlyChild(node: Node): boolean
}

/** Ways repeat what they share below the active one, but in all not more than so many times the nodes. */
const MAX_REPEATS = 8

/**
 * Finds the active way (from `current` upwards, else along the last children of the root) and one way for every
 * other leaf. Guards against circles and dangling ids. Where ways would repeat too much, a way holds only what no
 * former one shows.
 */
export function treeWays<Node extends TreeNode>(
  nodes: ReadonlyMap<string, Node>,
  current: string | null,
): TreeWays<Node> {
  const childCount = new Map<string, number>()
  for (const { parent } of nodes.values())
    if (parent !== null) childCount.set(parent, (childCount.get(parent) ?? 0) + 1)
  const start = nodes.get(current ?? '') ?? lastLeaf(nodes)
  const active = start === null ? [] : wayTo(nodes, start, () => false).nodes
  const isActive = new Set(active)
  const shown = new Set<Node>()
  let room = nodes.size * MAX_REPEATS
  const sides: SideWay<Node>[] = []
  for (const leaf of nodes.values()) {
    if (isActive.has(leaf) || childCount.has(leaf.id)) continue
    const way = wayTo(nodes, leaf, (node) => isActive.has(node) || (room <= 0 && shown.has(node)))
    room -= way.nodes.length
    for (const node of way.nodes) shown.add(node)
    sides.push({ fork: way.above !== null && isActive.has(way.above) ? way.above : null, nodes: way.nodes })
  }
  const end = active.at(-1)
  return {
    active,
    sides,
    lost: [...nodes.values()].filter((node) => !(isActive.has(node) || shown.has(node))),
    // What follows behind the active end is a way of its own.
    isOnlyChild: ({ parent }) => parent !== null && childCount.get(parent) === 1 && parent !== end?.id,
  }
}

/** The nodes from the top down to `leaf`, without those from an end upwards; `above` is that end. */
function wayTo<Node extends TreeNode>(
  nodes: ReadonlyMap<string, Node>,
  leaf: Node,
  isEnd: (node: Node) => boolean,
): { readonly nodes: readonly Node[]; readonly above: Node | null } {
  const way = new Set<Node>()
  let node: Node | null = leaf
  while (node !== null && !way.has(node)) {
    if (isEnd(node)) return { nodes: [...way].reverse(), above: node }
    way.add(node)
    node = nodes.get(node.parent ?? '') ?? null
  }
  return { nodes: [...way].reverse(), above: null }
}

/** Without a usable current node: down the last children of the first root. */
function lastLeaf<Node extends TreeNode>(nodes: ReadonlyMap<string, Node>): Node | null {
  const all = [...nodes.values()]
  let node: Node | null = all.find(({ parent }) => parent === null || !nodes.has(parent)) ?? all[0] ?? null
  const passed = new Set<Node>()
  while (node !== null && !passed.has(node)) {
    passed.add(node)
    const { id, children } = node
    // A child that names another parent would make a way that cannot be walked back.
    const next = children.findLast((child) => nodes.get(child)?.parent === id)
    if (next === undefined) return node
    node = nodes.get(next) ?? null
  }
  return node
}
