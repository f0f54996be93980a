# Completion of glint for fish, which asks `glint --offers WORD ...`.
function __glint_offers
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    test -n "$word"; or set word ''
    for offer in ($words[1] --offers $words[2..-1] $word 2>/dev/null)
        switch $offer
            case :scripts
                __fish_complete_suffix .glint
            case :files
                __fish_complete_path $word
            case :folders
                __fish_complete_directories $word
            case '*'
                echo $offer
        end
    end
end
complete -c glint -f -a '(__glint_offers)'
