import {
  ArrowDown as LucideArrowDown,
  ArrowRight as LucideArrowRight,
  ArrowUp as LucideArrowUp,
  BookOpen as LucideBookOpen,
  Check as LucideCheck,
  ChevronDown as LucideChevronDown,
  ChevronRight as LucideChevronRight,
  ChevronUp as LucideChevronUp,
  CircleAlert as LucideCircleAlert,
  CircleSlash as LucideCircleSlash,
  CircleX as LucideCircleX,
  Copy as LucideCopy,
  Ellipsis as LucideEllipsis,
  Eye as LucideEye,
  EyeOff as LucideEyeOff,
  File as LucideFile,
  FileCode as LucideFileCode,
  FileDown as LucideFileDown,
  FilePen as LucideFilePen,
  FilePlus as LucideFilePlus,
  FileSymlink as LucideFileSymlink,
  FileText as LucideFileText,
  FileUp as LucideFileUp,
  Folder as LucideFolder,
  FolderInput as LucideFolderInput,
  FolderOpen as LucideFolderOpen,
  FolderPlus as LucideFolderPlus,
  GitBranch as LucideGitBranch,
  Globe as LucideGlobe,
  History as LucideHistory,
  Hourglass as LucideHourglass,
  type LucideIcon,
  Image as LucideImage,
  ImageOff as LucideImageOff,
  KeyRound as LucideKeyRound,
  Layers2 as LucideLayers2,
  ListTodo as LucideListTodo,
  Lock as LucideLock,
  MessageSquare as LucideMessageSquare,
  MessageSquarePlus as LucideMessageSquarePlus,
  PanelLeft as LucidePanelLeft,
  PanelRight as LucidePanelRight,
  Pause as LucidePause,
  Pencil as LucidePencil,
  Pin as LucidePin,
  PinOff as LucidePinOff,
  Play as LucidePlay,
  Plus as LucidePlus,
  RotateCw as LucideRotateCw,
  Search as LucideSearch,
  Server as LucideServer,
  Settings as LucideSettings,
  ShieldAlert as LucideShieldAlert,
  Slash as LucideSlash,
  SlidersHorizontal as LucideSlidersHorizontal,
  Square as LucideSquare,
  SquareCheck as LucideSquareCheck,
  SquarePen as LucideSquarePen,
  SquareTerminal as LucideSquareTerminal,
  Star as LucideStar,
  StarOff as LucideStarOff,
  TextSearch as LucideTextSearch,
  Trash2 as LucideTrash2,
  TriangleAlert as LucideTriangleAlert,
  Undo2 as LucideUndo2,
  Wrench as LucideWrench,
  X as LucideX,
} from 'lucide-react'

/** The icon set, 16 px at stroke 1.75, 14 and below at 2 (design-language.md). Features take icons from here only. */
export type Icon = LucideIcon

export const ArrowDown: Icon = LucideArrowDown
export const ArrowRight: Icon = LucideArrowRight
export const BookOpen: Icon = LucideBookOpen
export const Check: Icon = LucideCheck
export const ChevronDown: Icon = LucideChevronDown
export const ChevronRight: Icon = LucideChevronRight
export const ChevronUp: Icon = LucideChevronUp
export const CircleAlert: Icon = LucideCircleAlert
export const CircleSlash: Icon = LucideCircleSlash
export const CircleX: Icon = LucideCircleX
export const Copy: Icon = LucideCopy
export const Ellipsis: Icon = LucideEllipsis
export const File: Icon = LucideFile
export const FileCode: Icon = LucideFileCode
export const FilePen: Icon = LucideFilePen
export const FilePlus: Icon = LucideFilePlus
export const FileSymlink: Icon = LucideFileSymlink
export const FileText: Icon = LucideFileText
export const FileDown: Icon = LucideFileDown
export const FileUp: Icon = LucideFileUp
export const Folder: Icon = LucideFolder
export const FolderInput: Icon = LucideFolderInput
export const FolderOpen: Icon = LucideFolderOpen
export const FolderPlus: Icon = LucideFolderPlus
export const Globe: Icon = LucideGlobe
export const Image: Icon = LucideImage
export const ImageOff: Icon = LucideImageOff
export const KeyRound: Icon = LucideKeyRound
export const Layers2: Icon = LucideLayers2
export const ListTodo: Icon = LucideListTodo
export const Lock: Icon = LucideLock
export const MessageSquare: Icon = LucideMessageSquare
export const PanelLeft: Icon = LucidePanelLeft
export const Pencil: Icon = LucidePencil
export const Pin: Icon = LucidePin
export const Plus: Icon = LucidePlus
export const RotateCw: Icon = LucideRotateCw
export const Server: Icon = LucideServer
export const Settings: Icon = LucideSettings
export const Square: Icon = LucideSquare
export const SquareCheck: Icon = LucideSquareCheck
export const SquarePen: Icon = LucideSquarePen
export const SquareTerminal: Icon = LucideSquareTerminal
export const TextSearch: Icon = LucideTextSearch
export const Trash2: Icon = LucideTrash2
export const TriangleAlert: Icon = LucideTriangleAlert
export const Wrench: Icon = LucideWrench
export const X: Icon = LucideX
export const ArrowUp: Icon = LucideArrowUp
export const EyeOff: Icon = LucideEyeOff
export const GitBranch: Icon = LucideGitBranch
export const Undo2: Icon = LucideUndo2
export const Star: Icon = LucideStar
export const PanelRight: Icon = LucidePanelRight
export const Hourglass: Icon = LucideHourglass
export const Pause: Icon = LucidePause
export const ShieldAlert: Icon = LucideShieldAlert
export const Slash: Icon = LucideSlash
export const MessageSquarePlus: Icon = LucideMessageSquarePlus
export const Play: Icon = LucidePlay
export const PinOff: Icon = LucidePinOff
export const StarOff: Icon = LucideStarOff
export const Eye: Icon = LucideEye
export const SlidersHorizontal: Icon = LucideSlidersHorizontal
export const Search: Icon = LucideSearch
export const History: Icon = LucideHistory
