pause
wrs.nto
ntl.p1
pack a0,a1,a2
brev8 a0,a1
call std::vector<int, std::allocator<int> >::size() const
j f(int) [clone .cold]
g(int, char*):
tail h[abi:cxx11](int)
j plain
