# Completion of glint for bash, to be sourced; at each Tab it asks `glint --offers WORD ...`.
_glint() {
  local word=${COMP_WORDS[COMP_CWORD]} name help
  [[ $word != = ]] || word=''
  COMPREPLY=()
  while IFS=$'\t' read -r name help; do
    case $name in
      :scripts) compopt -o filenames
        while IFS= read -r name; do
          [[ ! -d $name && $name != *.glint && $name != *.json ]] || COMPREPLY+=("$name")
        done < <(compgen -f -- "$word") ;;
      :files) compopt -o filenames
        while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$word") ;;
      :folders) compopt -o filenames
        while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -d -- "$word") ;;
      *) COMPREPLY+=("$name") ;;
    esac
  done < <("${COMP_WORDS[0]}" --offers "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _glint glint
